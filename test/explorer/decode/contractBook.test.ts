import {
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  encodeFunctionData,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { contractAbis } from '../../../src/chain/contracts/contract.ts'
import {
  ContractBook,
  type KnownContract,
  reasonText,
  valueText,
} from '../../../src/explorer/decode/contractBook.ts'

const token = `0x${'11'.repeat(20)}` as const
const collectible = `0x${'22'.repeat(20)}` as const
const other = `0x${'33'.repeat(20)}` as const

function contract(address: string, role: 'token' | 'collectible'): KnownContract {
  return { address, role, name: role, symbol: null, deployedAt: 1, abi: contractAbis[role] }
}

const book = new ContractBook([contract(token, 'token'), contract(collectible, 'collectible')])

describe('ContractBook', () => {
  it('finds a contract by its address in any case', () => {
    expect(book.find(token.toUpperCase().replace('0X', '0x'))?.role).toBe('token')
    expect(book.find(other)).toBeUndefined()
  })

  it('decodes calls of a contract', () => {
    const data = encodeFunctionData({
      abi: contractAbis.token,
      functionName: 'transfer',
      args: [other, 1234n],
    })
    const call = book.call(token, data)
    expect(call?.signature).toBe('transfer(address,uint256)')
    expect(call?.isCertain).toBe(true)
    expect(call?.parameters.map(({ value }) => value)).toEqual([other, 1234n])
  })

  it('decodes calls of unknown contracts by the ABIs of others, and says so', () => {
    const data = encodeFunctionData({
      abi: contractAbis.token,
      functionName: 'transfer',
      args: [other, 1n],
    })
    expect(book.call(other, data)).toMatchObject({ item: { name: 'transfer' }, isCertain: false })
    expect(book.call(token, '0xdeadbeef')).toBeUndefined()
    expect(book.call(token, data.slice(0, 40))).toBeUndefined()
  })

  it('tells events of one signature apart by what is indexed', () => {
    const topics = encodeEventTopics({
      abi: contractAbis.token,
      eventName: 'Transfer',
      args: { from: token, to: other },
    }) as string[]
    const value = encodeAbiParameters([{ type: 'uint256' }], [5n])
    const ofToken = book.log(token, topics, value)
    expect(ofToken?.parameters.map((each) => each.value)).toEqual([token, other, 5n])
    const ofCollectible = book.log(collectible, [...topics, value], '0x')
    expect(ofCollectible?.parameters.map((each) => each.value)).toEqual([token, other, 5n])
    expect(book.log(other, [...topics, value], '0x')?.isCertain).toBe(false)
  })

  it('decodes reasons of reverts', () => {
    const data = encodeAbiParameters([{ type: 'string' }], ['<b>no</b>'])
    const error = book.error(token, `0x08c379a0${data.slice(2)}`)
    expect(error && reasonText(error)).toBe('Error("<b>no</b>")')
    const panic = encodeAbiParameters([{ type: 'uint256' }], [0x11n])
    const overflow = book.error(undefined, `0x4e487b71${panic.slice(2)}`)
    expect(overflow && reasonText(overflow)).toBe(
      'Panic(17): Arithmetic operation resulted in underflow or overflow.',
    )
    expect(book.error(token, '0x')).toBeUndefined()
  })

  it('leaves data without the format of its selector undecoded', () => {
    const abi = [
      { type: 'event', name: 'Named', inputs: [{ name: 'name', type: 'string', indexed: false }] },
      { type: 'function', name: 'set', inputs: [{ name: 'isSet', type: 'bool' }] },
    ] as const
    const own = new ContractBook([{ ...contract(token, 'token'), abi }])
    const two = `0x${'2'.padStart(64, '0')}` as const
    const [topic = ''] = encodeEventTopics({ abi }) as string[]
    expect(own.log(token, [topic], two)).toBeUndefined()
    expect(own.log(token, [topic], '0x')).toBeUndefined()
    expect(own.call(token, `${toFunctionSelector('set(bool)')}${two.slice(2)}`)).toBeUndefined()
  })

  it('takes neither names of parameters nor a hash of the ABI for the signature', () => {
    const input = { name: 'a,uint8', type: 'uint256' }
    const item = { type: 'function', name: 'set', hash: '0xdeadbeef', inputs: [input] }
    const own = new ContractBook([{ ...contract(token, 'token'), abi: [item] }])
    const data = `${toFunctionSelector('set(uint256)')}${'7'.padStart(64, '0')}`
    expect(own.call(token, data)?.parameters).toEqual([{ ...input, value: 7n }])
  })

  it('decodes errors of contracts', () => {
    const abi = [
      { type: 'error', name: 'TooLate', inputs: [{ name: 'by', type: 'uint256' }] },
    ] as const
    const late = new ContractBook([{ ...contract(token, 'token'), abi }])
    const error = late.error(token, encodeErrorResult({ abi, errorName: 'TooLate', args: [7n] }))
    expect(error && reasonText(error)).toBe('TooLate(7)')
  })
})

describe('valueText', () => {
  it('writes lists and tuples in one line', () => {
    const point = { members: [{ name: 'x', type: 'uint8', value: 1000n }] }
    expect(valueText([true, 'a\nb', '0x12', point])).toBe('[true, "a\\nb", 0x12, { x: 1,000 }]')
  })
})
