import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'
import type { DialectWords } from './words.ts'

const folder = 'NethermindEth/nethermind src/Nethermind/Nethermind.JsonRpc'
const codes = `${folder}/ErrorCodes.cs@01d0a0d8`
const sending =
  'NethermindEth/nethermind@030cbd1b src/Nethermind/Nethermind.TxPool/AcceptTxResult.cs, TxPoolErrorMessages.cs'

const refused = (message: string) => ({ code: -32000, message, source: sending })

const words: DialectWords = {
  tooManyLogs: {
    code: -32005,
    message: 'Too many logs requested. Max logs per response is {limit}.',
    data: 'none',
    source: `${folder}/IJsonRpcConfig.cs@02b9f9ac`,
  },
  reversedRange: {
    code: -32602,
    message: "'From' block '{from}' is later than 'to' block '{to}'.",
    source: `${folder}/Modules/Eth/EthRpcModule.cs and its test`,
  },
  stateAboveHead: {
    code: -32000,
    message: '{block} could not be found',
    source: 'NethermindEth/nethermind#11173, #11214',
  },
  feesAboveHead: {
    code: -32002,
    message: 'newestBlock: Block is not available',
    source: 'NethermindEth/nethermind#11203',
  },
  missingState: {
    code: -32002,
    message: 'No state available for block {block}',
    source: `${folder}/Modules/Trace/TraceRpcModule.cs (2026)`,
  },
  reverted: {
    code: 3,
    message: 'execution reverted',
    data: 'never empty',
    source: codes,
  },
  intrinsicGasOfCall: {
    code: -32000,
    message: 'intrinsic gas too low: have {have}, want {want}',
    source: 'NethermindEth/nethermind#11768',
  },
  nonceTooLow: refused('nonce too low'),
  nonceTooHigh: refused('nonce too high'),
  underpriced: refused('transaction underpriced'),
  replacementUnderpriced: refused('replacement transaction underpriced'),
  exceedsBlockGas: refused('gas limit reached'),
  insufficientFunds: refused('insufficient funds for gas * price + value'),
  oversized: refused('transaction too large'),
  alreadyKnown: refused('already known'),
  unknownAccount: {
    code: -32020,
    message: 'authentication needed: password or unlock',
    source: sending,
  },
}

/** Matches Nethermind of 2026. */
export const nethermind = createDialect('nethermind', gethStyle, strictRules, {
  words,
  logRange: {
    blocks: Number.POSITIVE_INFINITY,
    counts: 'blocks',
    source: `${folder}/IJsonRpcConfig.cs@02b9f9ac`,
  },
  logResults: { logs: 20_000, source: `${folder}/IJsonRpcConfig.cs@02b9f9ac` },
  batch: { most: 1024, answers: 'one', source: `${folder}/IJsonRpcConfig.cs@02b9f9ac` },
  prunedHistory: {
    blocks: 'kept',
    receipts: 'null',
    logs: 'error',
    code: -32000,
    message: 'Receipt not available for From block {requested}.',
    source: 'NethermindEth/nethermind#12089',
  },
  clientVersion: {
    text: 'Nethermind/v1.13.6-0-be7b4ab4c-20220808/X64-Linux/6.0.7',
    source: 'NethermindEth/nethermind#4395',
  },
  unknown: [
    'ranges above the head',
    'proofs of old blocks',
    'parameters',
    'fields of blocks and receipts',
    'subscriptions',
    'batches that are too large',
  ],
})
