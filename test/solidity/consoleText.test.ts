import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { consoleText } from '../../src/solidity/consoleText.ts'

const ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

function printed(signature: string, ...args: unknown[]): string | undefined {
  const data = encodeFunctionData({
    abi: parseAbi([`function ${signature}`] as string[]),
    args,
  } as never)
  return consoleText(Buffer.from(data.slice(2), 'hex'))
}

describe('what console.log prints', () => {
  it.each([
    ['log()', [], ''],
    ['log(string)', ['hello'], 'hello'],
    ['log(uint256)', [2n ** 200n], String(2n ** 200n)],
    ['log(address)', [ADDRESS], ADDRESS],
    ['log(bool)', [true], 'true'],
    ['log(string,uint256)', ['count', 7n], 'count 7'],
    ['log(string,uint256,bool,address)', ['%s of %d', 3n, true, ADDRESS], `3 of 1 ${ADDRESS}`],
    ['log(bool,bool,uint256,string)', [true, false, 1n, 'x'], 'true false 1 x'],
    ['logInt(int256)', [-5n], '-5'],
    ['logUint(uint256)', [5n], '5'],
    ['logBytes(bytes)', ['0x0102'], '0x0102'],
    ['logBytes4(bytes4)', ['0x01020304'], '0x01020304'],
    ['logBytes32(bytes32)', [`0x${'ab'.repeat(32)}`], `0x${'ab'.repeat(32)}`],
    ['log(string,int256)', ['below', -1n], 'below -1'],
  ])('%s %o is %o', (name, args, text) => {
    expect(printed(name, ...args)).toBe(text)
  })

  it('is nothing where no function is called, or its arguments are cut', () => {
    expect(consoleText(Uint8Array.of(1, 2, 3, 4))).toBeUndefined()
    expect(consoleText(new Uint8Array(0))).toBeUndefined()
    // log(string) without its argument
    expect(consoleText(Uint8Array.of(0x41, 0x30, 0x4f, 0xac))).toBeUndefined()
  })

  it('has the selectors of old versions of hardhat/console.sol', () => {
    // keccak256("log(uint)") begins with these bytes.
    const data = Buffer.concat([Buffer.from('f5b1bba9', 'hex'), Buffer.alloc(31), Buffer.from([9])])
    expect(consoleText(data)).toBe('9')
  })

  it('is cut where it is long', () => {
    expect(printed('log(string)', 'x'.repeat(5000))).toHaveLength(2001)
  })
})
