// Handed-in texts that are broken in ten ways.
import { sumOf } from "../../oco_live/view/course/codec.js";
import { entryOf } from "../../oco_live/view/course/handed.js";
import { chapter, readerOf, who } from "./class.mjs";

const entry = () => entryOf(chapter, readerOf(1), who(1));
export const resummed = (text) => `${text}.${sumOf(text)}`;
export const letters = (value) => Buffer.from(value).toString("base64url");
export const plain = (value) =>
  resummed(`oco1.p.${letters(typeof value === "string" ? value : JSON.stringify(value))}`);

// Ten ways of being broken: how, and what is said.
export const WAYS = {
  "cut off": [(text) => text.slice(0, -20), /cut off/],
  "a letter changed": [(text) => text.replace(/(?<=^.{20})./, (sign) => (sign === "A" ? "B" : "A")), /changed or lost/],
  "two letters exchanged": [
    (text) => text.replace(/(.{30})(.)(.)/, (_, a, b, c) => a + (b === c ? "_" : c) + b),
    /changed/,
  ],
  "its beginning lost": [(text) => text.slice(7), /beginning is missing/],
  "of a later version": [(text) => resummed(text.slice(0, -9).replace("oco1", "oco2")), /another version.*oco2/],
  "packed otherwise": [(text) => resummed(text.slice(0, -9).replace(".d.", ".z.")), /not known/],
  "not packed at all": [() => resummed(`oco1.d.${letters("{ this is no deflate }")}`), /cannot be read/],
  "no JSON": [() => plain("{"), /cannot be read/],
  "of another edition": [() => plain({ ...entry(), e: "ffffffff" }), /another edition of the book \(1\.0\)/],
  "of no chapter": [() => plain({ ...entry(), c: "nowhere" }), /does not have/],
};
