import { describe, expect, it } from 'vitest'
import { methodNotFound } from '../../src/rpc/methodNotFound.ts'

const plain = { methods: 'all', hasDev: false } as const

describe('the error for a method that is not served', () => {
  it.each([
    ['eth_getBlok', plain, ''],
    ['toString', plain, ''],
    ['anvil_unheardOf', plain, ''],
    ['eth_sendRawTransaction', plain, ': it needs --dev'],
    [
      'eth_sendBundle',
      { ...plain, hasDev: true },
      ': eth_sendRawTransaction sends transactions, with --dev',
    ],
    ['eth_sendTransaction', plain, ': it needs --dev'],
    [
      'ganache_dumpState',
      plain,
      ': anvil_dumpState and anvil_loadState dump and load it, with --dev',
    ],
    ['tenderly_addBalance', plain, ': anvil_setBalance sets a balance, with --dev'],
    ['ganache_dealERC20', plain, ': anvil_setStorageAt sets a slot, with --dev'],
    ['ganache_setLoggingEnabled', plain, ': the option --silent turns off what the terminal tells'],
    ['txpool_status', plain, ': it needs --dev'],
    ['evm_mine', plain, ': it needs --dev'],
    ['evm_mine', { methods: 'core', hasDev: false }, ': it needs --dev'],
    ['ommer_reorg', plain, ': it needs --dev'],
    ['ommer_status', plain, ': it needs --dev'],
    ['ommer_received', plain, ': only the control address has it, which --control turns on'],
    ['eth_call', { methods: 'core', hasDev: false }, ': it needs --methods all'],
    ['eth_subscribe', { methods: 'core', hasDev: true }, ': it needs --methods all'],
  ] as const)('%s, with %j', (name, served, reason) => {
    const error = methodNotFound(name, served)
    expect(error.jsonRpcCode).toBe(-32601)
    expect(error.message).toBe(`the method ${name} does not exist/is not available${reason}`)
  })
})
