"""What makes the book's words fast or certain. It uses none of them; a reader of the mathematics may skip it.

check                                        the door: what every public function asks of its input
blocks, coordinates                          the rounds of `protocol.play` at the speed of matrix products
moments, least_squares, linear_sums          the best u in hindsight where there is a formula
interior_point, dual_point                   ... and where it must be searched
certificate, rounding, exact, products       what proves it: lower bounds that hold in spite of rounding, fractions
walks                                        a fair coin's random walk
"""
