// In the place of ../view/worker.js while an explorer is being written: speaks as it does, and asks the server.
self.onmessage = async ({ data: { type, id, explorer, params } }) => {
  if (type === "start") return self.postMessage({ type: "ready", phases: [] });
  try {
    const answer = await fetch("frame", { method: "POST", body: JSON.stringify({ explorer, params }) });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}: ${await answer.text()}`);
    const frame = await answer.json();
    return self.postMessage(frame.error === undefined ? { id, frame } : { id, error: frame.error });
  } catch (error) {
    return self.postMessage({ type: "failed", message: error.message });
  }
};
