/** How many uncles a block may have at most (Yellow Paper, Berlin version, 11.1). */
export const UNCLES_MAX = 2
