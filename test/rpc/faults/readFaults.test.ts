import { expect, test } from 'vitest'
import { FaultError } from '../../../src/faults/faultError.ts'
import { readFaults } from '../../../src/rpc/faults/readFaults.ts'
import { methodNames } from '../../../src/rpc/methods/methodRegistry.ts'
import { methodsElsewhere } from '../../../src/rpc/unservedMethods.ts'

const fault = { kind: 'null' } as const

test.each([
  ['eth_getBlockByNumbr', 'eth_getBlockByNumber'],
  ['eth_getBlokcByNumber', 'eth_getBlockByNumber'],
  ['eth_getblockbynumber', 'eth_getBlockByNumber'],
  ['eth_getBlockReceipt', 'eth_getBlockReceipts'],
  ['eth_getlog', 'eth_getLogs'],
  [' eth_chainId', 'eth_chainId'],
  ['rpc_discover', 'rpc.discover'],
  ['eth_suscribe', 'eth_subscribe'],
  ['eth_subscripton', 'eth_subscription'],
  ['eth_getBlock', 'eth_getBlockByHash, eth_getBlockByNumber or eth_getBlockReceipts'],
  ['eth_getblock', 'eth_getBlockByHash, eth_getBlockByNumber or eth_getBlockReceipts'],
  ['eth_getBlocks', 'eth_getBlockByHash, eth_getBlockByNumber or eth_getBlockReceipts'],
  ['eth_getReceipts', 'eth_getBlockReceipts or eth_getTransactionReceipt'],
  ['eth_getReceipt', 'eth_getBlockReceipts or eth_getTransactionReceipt'],
  ['eth_logs', 'eth_getLogs or eth_getFilterLogs'],
  ['getLogs', 'eth_getLogs'],
  ['getBlockByNumber', 'eth_getBlockByNumber'],
  ['eth.getBlockByNumber', 'eth_getBlockByNumber'],
  ['net_blockNumber', 'eth_blockNumber'],
  ['eth_getBlok', 'eth_getBlockByHash, eth_getBlockByNumber or eth_getBlockReceipts'],
  ['eth_getBlockByNum', 'eth_getBlockByNumber'],
  ['eth_getBalanse', 'eth_getBalance'],
  ['eth_sendUserOp', 'eth_sendUserOperation'],
  ['eht_getLogs', 'eth_getLogs'],
  ['trace_blok', 'trace_block'],
  ['debug_traceTransactoin', 'debug_traceTransaction'],
  ['debg_traceCall', 'debug_traceCall'],
])('refuses %s, and suggests %s', (method, meant) => {
  expect(() => readFaults([{ fault }, { methods: ['eth_call', method], fault }])).toThrow(
    new FaultError('faults[1].methods', `there is no method '${method}'; did you mean ${meant}?`),
  )
})

const STATE_METHODS =
  'eth_call, eth_callMany, eth_estimateGas, eth_createAccessList, eth_simulateV1, eth_getBalance, eth_getTransactionCount, eth_getCode, eth_getStorageAt, eth_getStorageValues, eth_getProof'

test.each<[fault: { kind: string; what?: string; blocks?: number }, method: string, those: string]>(
  [
    [
      { kind: 'otherBranchReceipts' },
      'eth_chainId',
      'eth_getBlockReceipts, eth_getTransactionReceipt',
    ],
    [{ kind: 'corrupt', what: 'missingReceipt' }, 'eth_call', 'eth_getBlockReceipts'],
    [{ kind: 'corrupt', what: 'balance' }, 'eth_call', 'eth_getBalance'],
    [{ kind: 'staleState', blocks: 1 }, 'eth_chainId', STATE_METHODS],
    [{ kind: 'prunedState' }, 'eth_getBlockByNumber', STATE_METHODS],
  ],
)('refuses %j of %s, which would never apply', (fault, method, those) => {
  const name = fault.what ?? fault.kind
  expect(() => readFaults([{ methods: [method, 'eth_gasPrice'], fault }])).toThrow(
    `faults[0].methods: ${name} does not apply to answers of ${method}, eth_gasPrice; it applies to those of: ${those}`,
  )
  const [one = ''] = those.split(', ')
  expect(readFaults([{ methods: [method, one], fault }])).toHaveLength(1)
  expect(readFaults([{ fault }])).toHaveLength(1)
})

test.each([
  ['banana', "there is no method 'banana'; a name begins with its namespace, as eth_chainId does"],
  ['latest', "there is no method 'latest'; a name begins with its namespace, as eth_chainId does"],
  ['eth_banana', "there is no method 'eth_banana'"],
  ['eth_ba\nnana', "there is no method 'eth_ba nana'"],
  ['trace_*', "'trace_*' is not a method; list each by its name"],
])('refuses %s', (methods, problem) => {
  const read = () => readFaults([{ methods, fault }])
  expect(read).toThrow(new FaultError('faults[0].methods', problem))
})

/** Methods of other nodes in namespaces that are not ours alone. */
const others = [
  'erigon_getBlockByTimestamp',
  'parity_getBlockReceipts',
  'alchemy_getTransactionReceipts',
  'ots_getLogs',
  'evm_mine',
  'x_y',
  'debug_traceChain',
  'debug_traceCallMany',
  'debug_traceBadBlock',
  'debug_storageRangeAt',
]

test.each([...methodNames, 'eth_subscription', ...methodsElsewhere, ...others])(
  'accepts %s',
  (methods) => {
    const rules = [{ methods, fault: { kind: 'timeOut' } }]
    expect(readFaults(rules)).toMatchObject([{ methods: [methods] }])
  },
)

test('refuses a naming that no call of its methods has', () => {
  const rule = { methods: ['eth_getBlockByHash'], named: 'tag', fault: { kind: 'null' } }
  expect(() => readFaults([rule])).toThrow(
    'faults[0].named: calls of eth_getBlockByHash name no block by tag',
  )
  expect(() => readFaults([{ ...rule, named: 'hash' }])).not.toThrow()
})
