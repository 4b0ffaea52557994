"""The pictures of the Perceptron explorer: nothing stands still but axes and grid."""

decorations = {}
