"""What makes the book's words fast or certain. It uses none of them; a reader of the mathematics may skip it.

What it computes, why it may, what it falls back to where it may not, and what it buys (one core, T = 1000 or more):

loop          The rounds of `protocol.textbook` for every learner, many runs at once, adversaries, and all that a `Run`
              records. It calls ``learner.update`` and assumes nothing. 256 runs in the plane cost what six cost alone.
blocks        The same for steps that are known before the play and examples that are fixed in advance: w_{t+1} is
coordinates   then a combination of w_t and x_t, whose numbers Gram matrices give for a block of rounds at once; in few
              dimensions w itself is cheaper. Else: loop. 6 to 15 times the speed of one run, 3 to 12 times of many.
moments       The best u in hindsight. Quadratic losses need XᵀX and Xᵀy alone, for all prefixes at once: an
least_squares eigenvalue problem and Newton's method on the secular equation. Where moments lose too many digits: the
linear_sums   examples themselves. Linear losses: −U·S/‖S‖, with sums that keep what rounding loses.
interior_point  ... of hinge, absolute and logistic loss: a primal-dual method, all prefixes as one stack; a stack that
dual_point    fails is solved one by one, and cautiously. 3 to 17 times the speed of a general solver of cones.
certificate   Why a found u is known to be the best: any dual point gives a lower bound, and what rounding may have
rounding      changed is subtracted from it. A poor u or dual point costs width, never truth.
exact         Fractions, where floats decide nothing: separating halfspaces, nearest points. Small cases only.
products      Sums of products in an order that the browser's NumPy is fast at, too.
walks         A fair coin's random walk: distances, and what `learners.minimax_line` leads by.
minimax       w_t of the minimax learners, in the ball and on the line: a function of t and the sum of gradients.
check         The door: every public function asks here for its input, once, and says what was wrong with it.
"""
