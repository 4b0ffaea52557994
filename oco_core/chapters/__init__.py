"""What single chapters need beyond the words of the book: a room for each, named like its file in chapters/."""
