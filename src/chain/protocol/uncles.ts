/** The most uncles that a block may include (Yellow Paper, Berlin version, 11.1). */
export const UNCLES_MAX = 2

/** The most generations between an uncle and the block that includes it (Yellow Paper, Berlin version, 11.1). */
export const UNCLE_DEPTH_MAX = 6
