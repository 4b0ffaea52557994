// What a page fetches when a cell is first used.
import { fetched } from "../fetched.js";

// word -> what the script of this name leaves, asked for once; where it did not come, again.
export function scripts(files) {
  const asked = {};
  return (word) => {
    asked[word] ??= fetched(files.base + files[word])
      .then(() => window.ocoExercise[word])
      .catch((error) => {
        delete asked[word];
        throw error;
      });
    return asked[word];
  };
}
