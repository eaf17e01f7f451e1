import { nameOf } from './question.ts'
import { questions } from './questions.ts'
import { questionsAtNoBlock } from './stateQuestions.ts'

/** A case where ommer's answer differs from geth's in the dialect `geth`, and the reason. */
export interface KnownDifference {
  readonly why: string
  /** the names of the requests */
  readonly questions: readonly string[]
  /** ommer's answer to each of them */
  readonly answer: string
}

const NONE = `${'0'.repeat(63)}1`
const noMember = (position: number, name: string, known: string) =>
  `-32602 invalid argument ${position}: there is no member ${name}; those known are: ${known}`
const ofFilter = 'blockHash, fromBlock, toBlock, address, topics'
const ofBlock = 'blockHash, blockNumber, requireCanonical'

export const knownDifferences: readonly KnownDifference[] = [
  {
    why: 'eth_getBlockReceipts takes decimal numbers in both dialects',
    questions: ['[0]', '[1]', '["0"]', '["1"]', `["${NONE}"]`, `["00${NONE}"]`].map(
      (params) => `eth_getBlockReceipts ${params}`,
    ),
    answer: 'a result',
  },
  {
    why: 'a member that would be ignored is refused: most often it is a known one, misspelt',
    questions: ['eth_getLogs [{"formBlock":"0x1"}]'],
    answer: noMember(0, 'formBlock', ofFilter),
  },
  {
    why: 'the same',
    questions: ['eth_getLogs [{"more":1}]'],
    answer: noMember(0, 'more', ofFilter),
  },
  {
    why: 'the same',
    questions: ['WebSocket eth_subscribe ["logs",{"formBlock":"0x1"}]'],
    answer: noMember(1, 'formBlock', ofFilter),
  },
  {
    why: 'the same',
    questions: ['WebSocket eth_subscribe ["logs",{"more":1}]'],
    answer: noMember(1, 'more', ofFilter),
  },
  {
    why: 'the same',
    questions: ['eth_getBlockReceipts [{"x":1}]'],
    answer: noMember(0, 'x', ofBlock),
  },
  {
    why: 'the same',
    questions: ['eth_getBlockReceipts [{"blockHash":"$hash","more":1}]'],
    answer: noMember(0, 'more', ofBlock),
  },
  ...questionsAtNoBlock().map(({ question, position }) => ({
    why: 'the same',
    questions: [nameOf(question)],
    answer: noMember(position, 'x', ofBlock),
  })),
  {
    why: 'geth has an internal error when an override moves a block to before the fork of its blob gas',
    questions: questions()
      .map(nameOf)
      .filter((name) => name.startsWith('eth_estimateGas') && name.endsWith('{"time":"0X1"}]')),
    answer: 'a result',
  },
  {
    why: 'geth ignores the block hash in the filter of a subscription',
    questions: [
      `"blockHash":"0x${NONE}"`,
      `"blockHash":"0X${NONE}"`,
      `"BlockHash":"0x${NONE}"`,
      '"blockHash":"$hash"',
      '"blockHash":"$sideHash"',
    ].map((member) => `WebSocket eth_subscribe ["logs",{${member}}]`),
    answer: '-32602 invalid argument 1: blockHash: only future blocks can be followed',
  },
  {
    why: 'params that are left out count as an empty list',
    questions: ['WebSocket eth_subscribe null', 'WebSocket eth_subscribe'],
    answer: '-32602 expected subscription name as first argument',
  },
  {
    why: 'what has params that are neither a list nor an object is no request (JSON-RPC 2.0, 4.2)',
    questions: questions()
      .filter(({ params }) => params === 'x' || params === 1)
      .map(nameOf),
    answer: '-32600 params must be an array',
  },
  {
    why: 'a method without a name is an unknown one',
    questions: [' []'],
    answer: '-32601 the method  does not exist/is not available',
  },
]
