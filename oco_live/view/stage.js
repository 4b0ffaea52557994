// The stage: which picture is the large one, room for the headline, the row of signs under the rounds, and what a phone
// needs, the picture that stays while a control is touched and the setting as a sheet.
const PHONE = 640; // px of the figure, as in narrow.css

const isPhone = (figure) => figure.clientWidth < PHONE && !figure.closest(".oco-lecture-room");

export function installStage(view) {
  const { figure } = view;
  installChoice(view, figure);
  installHeadline(view, figure);
  installSheet(figure);
  installTouch(view, figure);
  alignSigns(view, figure);
}

// ---- which picture is the large one: titles, tabs, a click on a small picture, and a key (view.nextMain)

function installChoice(view, figure) {
  const panels = [...figure.querySelectorAll(".oco-panel")];
  const tabs = [...figure.querySelectorAll(".oco-tabs [role=tab]")];
  const names = panels.map((panel) => panel.dataset.panel);
  view.nextMain = (step = 1) => {
    const at = names.indexOf(view.main) + step;
    view.setMain(names[(at + names.length) % names.length]);
  };
  const titles = new Map(panels.map((panel) => [panel, panel.querySelector(".oco-panel-title")]));
  for (const [panel, title] of titles) {
    const { panel: name } = panel.dataset;
    title.addEventListener("click", () => {
      view.setMain(name);
      panel.querySelector(".oco-reader")?.focus({ preventScroll: true });
    });
    panel.querySelector(".oco-plot").addEventListener(
      "click",
      (event) => {
        if (panel.dataset.rank === "main") return;
        event.stopPropagation();
        view.setMain(name);
      },
      { capture: true },
    );
  }
  const show = () => {
    for (const [panel, title] of titles) title.disabled = panel.dataset.rank === "main";
    for (const tab of tabs) {
      const chosen = tab.dataset.tab === view.main;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
    }
  };
  for (const tab of tabs) {
    tab.addEventListener("click", () => view.setMain(tab.dataset.tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      view.nextMain(step);
      tabs.find((other) => other.dataset.tab === view.main).focus();
    });
  }
  figure.addEventListener("oco-layout", show);
  show();
}

// ---- the headline: its room grows and never shrinks, so that nothing below it moves while a slider is dragged; in the
// lecture room it is made to fit its one line

function installHeadline(view, figure) {
  const headline = figure.querySelector(".oco-headline");
  let width = 0;
  let least = 0;
  let fitted = 0;
  new ResizeObserver(() => {
    if (figure.closest(".oco-lecture-room")) {
      if (headline.clientWidth !== fitted) fit(); // what stands beside it has another width
      return;
    }
    if (headline.clientWidth !== width) {
      least = 0;
      figure.style.removeProperty("--oco-least"); // else the words of a narrow window keep their lines in a wide one
    }
    width = headline.clientWidth;
    if (headline.offsetHeight <= least) return;
    least = headline.offsetHeight;
    figure.style.setProperty("--oco-least", `${least}px`);
  }).observe(headline);
  const fit = () => {
    figure.style.removeProperty("--oco-fit");
    fitted = headline.clientWidth;
    if (!figure.closest(".oco-lecture-room") || isPhone(figure)) return;
    const share = headline.clientWidth / headline.scrollWidth;
    if (share < 1) figure.style.setProperty("--oco-fit", String(Math.floor(share * 100) / 100));
  };
  let said = null;
  figure.addEventListener("oco-layout", fit);
  view.onpaint(() => {
    if (!figure.closest(".oco-lecture-room") || said === headline.textContent) return;
    said = headline.textContent;
    fit();
  });
}

// ---- a phone: the setting is a sheet above everything, closed by a tap beside it, its button or Escape

function installSheet(figure) {
  const setting = figure.querySelector(".oco-setting");
  const sheet = setting?.querySelector(".oco-settings");
  if (!sheet?.showPopover) return;
  const head = document.createElement("p");
  head.className = "oco-sheet-head";
  const close = document.createElement("button");
  close.type = "button";
  close.className = "oco-icon-button";
  close.setAttribute("aria-label", "close the setting");
  close.textContent = "×";
  close.addEventListener("click", () => sheet.hidePopover());
  head.append("Setting", close);
  setting.addEventListener("toggle", () => {
    if (!setting.open || !isPhone(figure)) return;
    sheet.prepend(head);
    sheet.popover = "auto";
    sheet.showPopover();
  });
  sheet.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    sheet.removeAttribute("popover");
    head.remove();
    setting.open = false;
    setting.querySelector("summary").focus({ preventScroll: true });
  });
}

// ---- while a finger or the focus is on a control, the picture stays in view, below what the page keeps at its top

function installTouch(view, figure) {
  const { signal } = view.gone;
  const controls = ".oco-dock, .oco-settings, .oco-examples";
  const touch = (event) => {
    const touched = event.target.closest?.(controls) && figure.contains(event.target);
    if (touched === figure.classList.contains("oco-touched")) return;
    if (touched) figure.style.setProperty("--oco-above", `${above()}px`);
    figure.classList.toggle("oco-touched", Boolean(touched));
  };
  document.addEventListener("focusin", touch, { signal });
  document.addEventListener("pointerdown", touch, { signal });
}

// The height of the page's own bar, which stays at the top.
function above() {
  const bar = document.querySelector(".bd-header-article, .bd-header");
  const box = bar && getComputedStyle(bar).position === "sticky" ? bar.getBoundingClientRect() : null;
  return box && box.top <= 0 ? Math.max(0, box.bottom) : 0;
}

// ---- the signs stand under the rounds of the large picture

function alignSigns(view, figure) {
  if (!figure.querySelector(".oco-signs")) return;
  const align = () => {
    const picture = view.pictures?.[view.main];
    if (!picture?.box) return;
    const { left, right } = picture.box;
    figure.style.setProperty("--oco-left", `${left}px`);
    figure.style.setProperty("--oco-right", `${picture.plot.clientWidth - right}px`);
  };
  figure.addEventListener("oco-layout", align);
  view.onpaint(align);
}
