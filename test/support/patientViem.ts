/** For a transport of viem, which by default gives up after ten seconds. */
export const patient = { timeout: 0 }
