import { fromHex } from '../primitives/hex.ts'
import { keccak256 } from '../primitives/keccak.ts'
import { addressesTail, addressWord, concat, textTail, word } from './abi.ts'
import { tokenCreationCode, tokenSelectors, tokenStorageSlots } from './contracts/token.ts'

const creationCode = fromHex(tokenCreationCode)
const transferSelector = fromHex(tokenSelectors.transfer)
const approveSelector = fromHex(tokenSelectors.approve)

/** Tokens of one, in the smallest unit: 18 decimals, as OpenZeppelin's ERC-20 has. */
export const TOKEN = 10n ** 18n

/** What each holder of a new token is given, in the smallest unit. */
export const HOLDING = 1_000_000n * TOKEN

/** Creation code of the token in `scripts/contracts/Token.sol`, with its constructor's arguments. */
export function createToken(
  name: string,
  symbol: string,
  holders: readonly Uint8Array[],
): Uint8Array {
  const head = 4 * 32
  const nameTail = textTail(name)
  const symbolTail = textTail(symbol)
  return concat([
    creationCode,
    word(head),
    word(head + nameTail.length),
    word(head + nameTail.length + symbolTail.length),
    word(HOLDING),
    nameTail,
    symbolTail,
    addressesTail(holders),
  ])
}

/** `transfer(to, amount)` */
export function transferCall(to: Uint8Array, amount: bigint): Uint8Array {
  return concat([transferSelector, addressWord(to), word(amount)])
}

/** `approve(spender, amount)` */
export function approveCall(spender: Uint8Array, amount: bigint): Uint8Array {
  return concat([approveSelector, addressWord(spender), word(amount)])
}

/** The storage key under which the token keeps what `holder` has: that of a mapping's entry. */
export function balanceSlot(holder: Uint8Array): Uint8Array {
  return keccak256(concat([addressWord(holder), word(tokenStorageSlots.balances)]))
}
