import { expect, it } from 'vitest'
import { createChain } from '../../../../src/chain/createChain.ts'
import { dialects } from '../../../../src/endpoint/dialects/dialects.ts'
import { writeBlockText } from '../../../../src/endpoint/dialects/text/blockText.ts'
import { readBlock } from '../../../../src/formats/json/exact/readBlock.ts'
import { readReceipts } from '../../../../src/formats/json/exact/readReceipts.ts'
import { OtherTextError } from '../../../../src/formats/json/exact/textCursor.ts'

const chain = await createChain({ seed: 'read', blocks: 12, transactionsPerBlock: [4, 4] })
const text = writeBlockText(chain.tree.head, dialects.geth)

function read(part: 'block' | 'receipts', change: (json: string) => string): unknown {
  const changed = Buffer.from(change(Buffer.from(text[part]).toString()))
  return part === 'block' ? readBlock(changed, text.uncles, 1) : readReceipts(changed)
}

// A header could commit to such values, so no hash would show that they are too long.
it.each([
  ['block', 'miner', 'an address of 21 bytes', 42],
  ['block', 'to', 'an address of 19 bytes', 38],
  ['block', 'parentHash', 'a hash of 31 bytes', 62],
  ['block', 'value', 'a quantity of 33 bytes', 66],
  ['block', 'r', 'a quantity of 33 bytes', 66],
  ['receipts', 'logsBloom', 'a bloom of 257 bytes', 514],
  ['receipts', 'cumulativeGasUsed', 'a quantity of 33 bytes', 66],
] as const)('refuses in the text of the %s for `%s` %s', (part, name, _, digits) => {
  const change = (value: string) => (json: string) =>
    json.replace(new RegExp(`"${name}":"0x[0-9a-f]*"`), `"${name}":"${value}"`)
  const longest = `0x${'1'.repeat(2 * Math.floor(digits / 2))}`
  expect(read(part, (json) => json)).toBeDefined()
  expect(() => read(part, change(longest))).toThrow(OtherTextError)
})

it('refuses a number that is none', () => {
  const number = (json: string) => json.replace('"s":"0x', '"s":0x')
  expect(() => read('block', number)).toThrow(OtherTextError)
})
