// What the page knows of its files (oco_live/hosts/page.py).
export const filesOf = ({ figure }) => JSON.parse(figure.querySelector(".oco-files").textContent);
