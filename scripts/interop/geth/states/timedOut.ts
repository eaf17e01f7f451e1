/** geth's error code for a request that takes longer than 30 seconds. */
export const TIMED_OUT = -32002
