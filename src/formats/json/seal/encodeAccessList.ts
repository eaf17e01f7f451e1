import { verifyAccessList } from '../../../chain/verify/accessList.ts'
import { Violation } from '../../../chain/verify/finding.ts'
import { toBigInt, toHex, toMinimalBytes } from '../../../primitives/hex.ts'
import { encodeRlp, type RlpItem } from '../../../primitives/rlp.ts'
import type { BlockJson } from '../blockJson.ts'
import { FieldError } from '../fieldError.ts'
import { dataOf, FieldReader, listOf } from '../fieldReader.ts'

/**
 * The RLP of a block's access list.
 *
 * @returns undefined if it is not known
 * @throws {FieldError} if it is not that of the header, or breaks a rule
 */
export function encodeAccessList({ block, accessList }: BlockJson): Uint8Array | undefined {
  if (accessList === undefined) return undefined
  const accounts = listOf('accessList', accessList).map((account, index) =>
    accountOf(`accessList[${index}]`, account),
  )
  const rlp = encodeRlp(accounts)
  const reader = new FieldReader('', block)
  const header = {
    gasLimit: reader.bigint('gasLimit'),
    blockAccessListHash: reader.has('blockAccessListHash')
      ? toHex(reader.data('blockAccessListHash', 32))
      : undefined,
  }
  try {
    verifyAccessList(rlp, header, reader.list('transactions').length + 1)
    return rlp
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    const { field, actual, expected, rule } = error
    throw new FieldError(field, `it is ${actual}, but should be ${expected}: ${rule}`)
  }
}

function accountOf(path: string, account: unknown): RlpItem[] {
  const reader = new FieldReader(path, account)
  const quantities = (name: string) => changesOf(reader, name, (change) => change.uint('value'))
  return [
    reader.data('address', 20),
    reader.list('storageChanges').map((item, index) => {
      const slot = new FieldReader(`${path}.storageChanges[${index}]`, item)
      const key = toMinimalBytes(toBigInt(slot.data('key', 32)))
      return [key, changesOf(slot, 'changes', (change) => change.uint('value'))]
    }),
    reader.list('storageReads').map((slot, index) => {
      return toMinimalBytes(toBigInt(dataOf(`${path}.storageReads[${index}]`, slot, 32)))
    }),
    quantities('balanceChanges'),
    quantities('nonceChanges'),
    changesOf(reader, 'codeChanges', (change) => change.data('code')),
  ]
}

function changesOf(
  reader: FieldReader,
  name: string,
  readValue: (change: FieldReader) => Uint8Array,
): RlpItem[] {
  return reader.list(name).map((item, index) => {
    const change = new FieldReader(`${reader.pathOf(name)}[${index}]`, item)
    return [change.uint('index'), readValue(change)]
  })
}
