// Another file of the page, as a classic script: it also loads from file://.
export function fetched(url) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = resolve;
    script.onerror = () => {
      script.remove(); // so that a later attempt asks again
      reject(new Error(`${url} could not be loaded`));
    };
    document.head.append(script);
  });
}
