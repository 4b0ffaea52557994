// When it is time for what may wait.

export function whenLoaded(callback) {
  if (document.readyState === "complete") callback();
  else addEventListener("load", callback);
}

export function whenIdle(callback) {
  whenLoaded(() =>
    "requestIdleCallback" in window ? requestIdleCallback(callback, { timeout: 5000 }) : setTimeout(callback, 1000),
  );
}

// Not on a connection that costs: there Python waits for a touch.
export function mayFetchUnasked() {
  const { connection } = navigator;
  return !(
    connection &&
    (connection.saveData || /2g/.test(connection.effectiveType ?? "") || connection.type === "cellular")
  );
}
