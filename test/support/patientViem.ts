/** For a transport of viem, which by default gives up an answer after ten seconds. */
export const patient = { timeout: 0 }
