import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Contract, JsonRpcProvider } from 'ethers'
import { erc20Abi } from 'viem'
import { Web3 } from 'web3'
import type { Chain, Hex, Server } from '../../../src/index.ts'
import { installProject, npmInstall, runProgram } from '../project.ts'
import {
  differenceOf,
  type Facts,
  type Fees,
  factsOf,
  feesDifference,
  type Subject,
} from './facts.ts'

/** Reads what a library can about several blocks. */
type Reader = (
  url: string,
  subject: Subject,
  blocks: readonly number[],
) => Promise<(Facts & Fees)[]>

/** Compares what a library reads at the head and below it with the chain, with a key and from the root address. */
export async function runLibrary(
  read: Reader,
  chain: Chain,
  server: Server,
  subject: Subject,
): Promise<string> {
  const { number } = chain.head.header
  const blocks = [number, number - 20, number - 60]
  for (const url of addressesOf(server)) {
    const found = await read(url, subject, blocks)
    for (const [index, block] of blocks.entries()) {
      const facts = found[index]
      if (facts === undefined) throw new Error(`it has not read block ${block}`)
      const difference =
        differenceOf(await factsOf(chain, block, subject), facts) ?? feesDifference(chain, facts)
      if (difference !== undefined) throw new Error(`${url}, block ${block}: ${difference}`)
    }
  }
  return `reads what the chain has at blocks ${blocks.join(', ')}, also without a key`
}

/** The addresses at which applications read: with a key, and without one. */
export function addressesOf({ url, rootUrl }: Server): readonly [string, string] {
  if (rootUrl === undefined) throw new Error('the root address is not served')
  return [url, rootUrl]
}

export const readWithEthers: Reader = async (url, { account, token }, blocks) => {
  const provider = new JsonRpcProvider(url)
  const contract = new Contract(token, erc20Abi, provider)
  const call = async (method: string, blockTag: number, ...args: readonly Hex[]) =>
    `${await contract.getFunction(method).staticCall(...args, { blockTag })}`
  const fees = await provider.getFeeData()
  const transfer = { from: account, to: account, value: 1n }
  const transferGas = `${await provider.estimateGas(transfer)}`
  const found = await Promise.all(
    blocks.map(async (block) => {
      const params = [`0x4`, `0x${block.toString(16)}`, []]
      const history = await provider.send('eth_feeHistory', params)
      return {
        balance: `${await provider.getBalance(account, block)}`,
        nonce: await provider.getTransactionCount(account, block),
        code: (await provider.getCode(token, block)) as Hex,
        storage: `${BigInt(await provider.getStorage(token, 2, block))}`,
        name: await call('name', block),
        symbol: await call('symbol', block),
        tokenBalance: await call('balanceOf', block, account),
        transferGas,
        baseFees: history.baseFeePerGas.map((fee: Hex) => `${BigInt(fee)}`),
        tip: `${fees.maxPriorityFeePerGas}`,
        gasPrice: `${fees.gasPrice}`,
      }
    }),
  )
  provider.destroy()
  return found
}

export const readWithWeb3: Reader = async (url, { account, token }, blocks) => {
  const { eth } = new Web3(url)
  const { methods } = new eth.Contract(erc20Abi, token)
  const call = async (name: 'name' | 'symbol' | 'balanceOf', block: number, ...args: Hex[]) =>
    `${await methods[name]?.(...args).call(undefined, block)}`
  const transfer = { from: account, to: account, value: 1n }
  return Promise.all(
    blocks.map(async (block) => ({
      balance: `${await eth.getBalance(account, block)}`,
      nonce: Number(await eth.getTransactionCount(account, block)),
      code: (await eth.getCode(token, block)) as Hex,
      storage: `${BigInt(await eth.getStorageAt(token, 2, block))}`,
      name: await call('name', block),
      symbol: await call('symbol', block),
      tokenBalance: await call('balanceOf', block, account),
      transferGas: `${await eth.estimateGas(transfer, block)}`,
      baseFees: [(await eth.getFeeHistory(4, block, [50])).baseFeePerGas].flat().map(String),
      tip: `${await eth.getMaxPriorityFeePerGas()}`,
      gasPrice: `${await eth.getGasPrice()}`,
    })),
  )
}

/**
 * Installs web3.py.
 *
 * @returns the folder of its programs, and the path of Python
 * @throws {NotInstalledError}
 */
export function installWeb3Py(): { readonly folder: string; readonly python: string } {
  const python = join('venv', 'bin', 'python')
  const folder = installProject(
    'app',
    new URL('projects/web3.py/', import.meta.url),
    'requirements.txt',
    [
      ['python3', '-m', 'venv', 'venv'],
      [python, '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
  )
  return { folder, python: join(folder, python) }
}

export const readWithWeb3Py: Reader = async (url, { account, token }, blocks) => {
  const { folder, python } = installWeb3Py()
  const args = [url, account, token, ...blocks.map(String)]
  return runProgram(folder, python, '-W', 'ignore', 'read.py', ...args)
}

/** Foundry's cast, which reads with alloy. */
export const readWithCast: Reader = async (url, { account, token }, blocks) => {
  const folder = installProject(
    'app',
    new URL('projects/foundry/', import.meta.url),
    'package.json',
    npmInstall,
  )
  const program = join(folder, 'node_modules', '@foundry-rs', 'cast', 'bin.mjs')
  const cast = async (...args: readonly string[]): Promise<string> => {
    const all = [program, ...args, '--rpc-url', url]
    return (await promisify(execFile)(process.execPath, all)).stdout.trim()
  }
  const call = (signature: string, block: string, ...args: readonly string[]) =>
    cast('call', token, signature, ...args, '--block', block, '--json')
  // cast reads the fees of the newest block only.
  const [tip, gasPrice] = [await cast('rpc', 'eth_maxPriorityFeePerGas'), await cast('gas-price')]
  const transferGas = await cast('estimate', account, '--value', '1', '--from', account)
  const found: (Facts & Fees)[] = []
  for (const block of blocks.map(String)) {
    const [name, symbol, tokenBalance] = [
      await call('name()(string)', block),
      await call('symbol()(string)', block),
      await call('balanceOf(address)(uint256)', block, account),
    ].map((json) => `${JSON.parse(json)[0]}`)
    const history = await cast(
      'rpc',
      'eth_feeHistory',
      '0x4',
      `0x${Number(block).toString(16)}`,
      '[]',
    )
    found.push({
      balance: await cast('balance', account, '--block', block),
      nonce: Number(await cast('nonce', account, '--block', block)),
      code: (await cast('code', token, '--block', block)) as Hex,
      storage: `${BigInt(await cast('storage', token, '2', '--block', block))}`,
      name: name as string,
      symbol: symbol as string,
      tokenBalance: tokenBalance as string,
      transferGas,
      baseFees: JSON.parse(history).baseFeePerGas.map((fee: Hex) => `${BigInt(fee)}`),
      tip: `${BigInt(JSON.parse(tip))}`,
      gasPrice,
    })
  }
  return found
}
