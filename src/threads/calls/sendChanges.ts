import type { AccountChange } from '../../chain/state/accountChange.ts'
import { toByteText } from '../../chain/state/byteText.ts'
import { SENT_SLOTS_MAX, type SentChange } from './callMessages.ts'

/** Sends changes in messages of limited size. Those of an account with many slots are in several. */
export function sendChanges(
  changes: readonly AccountChange[],
  send: (changes: readonly SentChange[]) => void,
): void {
  let message: SentChange[] = []
  let left = SENT_SLOTS_MAX
  const flush = () => {
    if (message.length > 0) send(message)
    message = []
    left = SENT_SLOTS_MAX
  }
  for (const change of changes) {
    let first = 0
    do {
      const slots = change.slots.slice(first, first + left)
      message.push(toSent({ ...change, slots, isCleared: change.isCleared && first === 0 }))
      first += slots.length
      left -= slots.length + 1
      if (left <= 0) flush()
    } while (first < change.slots.length)
  }
  flush()
}

function toSent({ key, account, isCleared, slots }: AccountChange): SentChange {
  return {
    key: toByteText(key),
    account: account && {
      nonce: account.nonce,
      balance: account.balance,
      codeHash: toByteText(account.codeHash),
    },
    isCleared,
    slots: slots.map(([slot, value]) => [toByteText(slot), toByteText(value)]),
  }
}
