import { fromHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { addressWord, concat, encodeCreation, listArgument, textArgument, word } from './abi.ts'
import { tokenContract } from './token.ts'

const transferSelector = fromHex(tokenContract.selectors.transfer)

/** One token in its smallest unit: OpenZeppelin's ERC-20 has 18 decimals. */
export const TOKEN = 10n ** 18n

/** The initial balance of each holder of a new token, in the smallest unit. */
const HOLDING = 1_000_000n * TOKEN

/** Creation code of the token in `scripts/contracts/Token.sol` with its constructor's arguments. */
export function createToken(
  name: string,
  symbol: string,
  holders: readonly Uint8Array[],
): Uint8Array {
  return encodeCreation(
    tokenContract.creationCode,
    textArgument(name),
    textArgument(symbol),
    listArgument(holders.map(addressWord)),
    word(HOLDING),
  )
}

/** `transfer(to, amount)`, without the general ABI encoder because it is by far the most frequent call. */
export function transferCall(to: Uint8Array, amount: bigint): Uint8Array {
  return concat([transferSelector, addressWord(to), word(amount)])
}

/** The storage slot of `holder`'s balance, an entry of a Solidity mapping. */
export function balanceSlot(holder: Uint8Array): Uint8Array {
  return keccak256(concat([addressWord(holder), word(tokenContract.storageSlots.balances)]))
}
