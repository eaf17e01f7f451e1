import { encodeResult } from '../answer.ts'
import { method } from '../method.ts'
import { arrayOf, ref } from '../schemas/schema.ts'
import { poolOf } from '../sending/poolContent.ts'
import { pooledJson } from '../sending/pooledJson.ts'
import { keyringOf } from '../signing/keyringOf.ts'

/** The transactions of the server's own accounts that the next block can include (geth). */
export const eth_pendingTransactions = method({
  name: 'eth_pendingTransactions',
  set: 'dev',
  does: 'reads',
  summary: 'The transactions of accounts of eth_accounts that the next block can include.',
  params: [],
  result: { name: 'transactions', schema: arrayOf(ref('PendingTransaction')) },
  errors: [],
  async run(_, context) {
    const { dialect, runLong } = context
    const keyring = keyringOf(context)
    const contents = [...((await poolOf(context))?.contents() ?? [])]
    const own = contents.filter(({ sender }) => keyring.find(sender) !== undefined)
    return runLong(async (pause) => {
      const written: object[] = []
      for (const transaction of own.flatMap(({ pending }) => pending)) {
        const turn = pause()
        if (turn !== undefined) await turn
        written.push(pooledJson(transaction, dialect))
      }
      return encodeResult(written)
    })
  },
})
