/** The tokens that each contract of `scripts/contracts/MultiToken.sol` is made to have. */
export const MULTI_TOKEN_IDS = [1, 2]
