// The editor of an exercise, fetched when one is first used: lines with numbers, Python's colours in weight and slope,
// brackets in pairs. Its keys are those of the textarea (keys.js).
/*! CodeMirror 6 and Lezer, MIT licence, © Marijn Haverbeke and others: codemirror-LICENSE.txt */
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorSelection, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { indentAfter } from "./keys.js";

const LOOK = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.controlKeyword, tags.operatorKeyword], fontWeight: "650" },
  { tag: tags.comment, fontStyle: "italic", color: "var(--oco-soft)" },
  { tag: tags.string, color: "var(--oco-soft)" },
]);

const setBad = StateEffect.define(); // number of the line that is wrong; 0 for none
const badLine = StateField.define({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    let found = marks.map(changes);
    for (const effect of effects) {
      if (!effect.is(setBad)) continue;
      const known = effect.value > 0 && effect.value <= state.doc.lines;
      found = known
        ? Decoration.set([Decoration.line({ class: "oco-ex-bad" }).range(state.doc.line(effect.value).from)])
        : Decoration.none;
    }
    return found;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function newline({ state, dispatch }) {
  const change = state.changeByRange(({ from, to }) => {
    const line = state.doc.lineAt(from);
    const insert = `\n${indentAfter(line.text.slice(0, from - line.from))}`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  dispatch(state.update(change, { scrollIntoView: true, userEvent: "input" }));
  return true;
}

// { text, mark(line), tab(on), focus(from, to) }; onchange, onrun, ontab(on): what the cell does then.
function mount({ parent, text, label, describedby, onchange, onrun, ontab }) {
  const tab = new Compartment();
  let indents = false;
  const act = (what) => () => {
    what();
    return true;
  };
  const keys = [
    { key: "Mod-Enter", run: act(onrun) },
    { key: "Ctrl-Enter", run: act(onrun) },
    { key: "Ctrl-m", run: act(() => ontab(!indents)) },
    { key: "Enter", run: newline },
  ];
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of(keys)),
        tab.of([]),
        lineNumbers(),
        history(),
        drawSelection(),
        indentUnit.of("    "),
        bracketMatching(),
        closeBrackets(),
        pythonLanguage,
        syntaxHighlighting(LOOK),
        badLine,
        EditorView.lineWrapping,
        keymap.of([...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": describedby,
          "aria-multiline": "true",
          autocapitalize: "off",
          autocorrect: "off",
          spellcheck: "false",
          translate: "no",
        }),
        EditorView.updateListener.of((update) => update.docChanged && onchange()),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(value) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    },
    mark: (line) => view.dispatch({ effects: setBad.of(line) }),
    tab(on) {
      indents = on;
      view.dispatch({
        effects: tab.reconfigure(on ? keymap.of([{ key: "Tab", run: indentMore, shift: indentLess }]) : []),
      });
    },
    focus(from, to) {
      view.focus();
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    },
  };
}

window.ocoExercise.editor = mount;
