import { fromHex } from '../../primitives/hex.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { addressWord, concat, encodeCreation, listArgument, textArgument, word } from './abi.ts'
import { tokenContract } from './token.ts'

const transferSelector = fromHex(tokenContract.selectors.transfer)

/** Tokens of one, in the smallest unit: 18 decimals, as OpenZeppelin's ERC-20 has. */
export const TOKEN = 10n ** 18n

/** What each holder of a new token is given, in the smallest unit. */
const HOLDING = 1_000_000n * TOKEN

/** Creation code of the token in `scripts/contracts/Token.sol`, with its constructor's arguments. */
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

/** `transfer(to, amount)`: written out, since no other call is made as often. */
export function transferCall(to: Uint8Array, amount: bigint): Uint8Array {
  return concat([transferSelector, addressWord(to), word(amount)])
}

/** The storage key under which the token keeps what `holder` has: that of a mapping's entry. */
export function balanceSlot(holder: Uint8Array): Uint8Array {
  return keccak256(concat([addressWord(holder), word(tokenContract.storageSlots.balances)]))
}
