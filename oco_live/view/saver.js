// What draws the picture that is saved: a file of its own on a page, fetched when a reader saves one (save.js).
import { paramsOf, svgOf } from "./saved_svg.js";

globalThis.ocoSaver = { paramsOf, svgOf };
