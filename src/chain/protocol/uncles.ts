/** How many uncles a block may have at most (Yellow Paper, Berlin version, 11.1). */
export const UNCLES_MAX = 2

/** How many generations back an uncle may be (Yellow Paper, Berlin version, 11.1). */
export const UNCLE_DEPTH_MAX = 6
