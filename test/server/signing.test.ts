import { JsonRpcProvider, Network, Transaction, verifyMessage, verifyTypedData } from 'ethers'
import {
  createWalletClient,
  custom,
  type Hex,
  http,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
  type TransactionSerialized,
  type Transport,
  webSocket,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { patient } from '../support/patientViem.ts'
import { serveForTests, serveInTest } from '../support/serving.ts'
import { askOverHttp, post, request } from '../support/transports.ts'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const alice = ALICE.toLowerCase() as Hex
const STRANGER = `0x${'ab'.repeat(20)}` as const

const spec = { mnemonic: TEST_MNEMONIC, chainId: 31337, blocks: 8, preset: 'latest' } as const
const { server } = await serveForTests(spec, { dev: true })

const ask = <Answer = unknown>(method: string, ...params: unknown[]) =>
  askOverHttp<Answer>(server.url, method, ...params)

const mail = {
  domain: { name: 'Mail', version: '1', chainId: 31337, verifyingContract: STRANGER },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person[2]' },
      { name: 'tip', type: 'int96' },
      { name: 'id', type: 'bytes32' },
      { name: 'body', type: 'bytes' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Cow', wallets: [ALICE] },
    to: [
      { name: 'Bob', wallets: [BOB, STRANGER] },
      { name: 'nobody', wallets: [] },
    ],
    tip: -(2n ** 90n),
    id: `0x${'07'.repeat(32)}`,
    body: '0x1234',
  },
} as const

const transports: Readonly<Record<string, () => Transport>> = {
  HTTP: () => http(server.url, { ...patient, retryCount: 0 }),
  WebSocket: () =>
    webSocket(server.wsUrl, { ...patient, retryCount: 0, reconnect: false, keepAlive: false }),
  'the same process': () => custom(server, { retryCount: 0 }),
}

describe.each(Object.entries(transports))("viem's wallet client over %s", (_name, open) => {
  const withWallet = async (
    use: (wallet: ReturnType<typeof createWalletClient>) => Promise<void>,
  ) => {
    const wallet = createWalletClient({ account: ALICE, transport: open() })
    await use(wallet)
    const socket = await wallet.transport.getRpcClient?.()
    socket?.close()
  }

  it('lists the accounts', () =>
    withWallet(async (wallet) => {
      const addresses = await wallet.getAddresses()
      expect(addresses.slice(0, 2)).toEqual([ALICE, BOB])
      expect(addresses).toHaveLength(20)
    }))

  it('signs messages', () =>
    withWallet(async (wallet) => {
      for (const message of ['hello', '', 'ü€𝄞', { raw: `0x${'00ff'.repeat(100)}` } as const]) {
        const signature = await wallet.signMessage({ account: ALICE, message })
        expect(await recoverMessageAddress({ message, signature })).toBe(ALICE)
      }
    }))

  it('signs typed data', () =>
    withWallet(async (wallet) => {
      const signature = await wallet.signTypedData({ ...mail, account: ALICE })
      expect(await recoverTypedDataAddress({ ...mail, signature })).toBe(ALICE)
    }))

  it('signs transactions of each type', () =>
    withWallet(async (wallet) => {
      const fees = { maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
      const accessList = [{ address: STRANGER, storageKeys: [`0x${'01'.repeat(32)}`] }] as const
      const blobs = { maxFeePerBlobGas: 10n ** 9n, blobVersionedHashes: [`0x01${'02'.repeat(31)}`] }
      for (const fields of [
        { type: 'legacy', gasPrice: 2_000_000_000n },
        { type: 'legacy' },
        { type: 'eip2930', gasPrice: 2_000_000_000n, accessList },
        { type: 'eip1559', ...fees, accessList },
        { type: 'eip1559' },
        { type: 'eip4844', ...fees, ...blobs },
        {},
      ] as const) {
        const signed = await wallet.signTransaction({
          account: ALICE,
          chain: null,
          to: BOB,
          value: 7n,
          nonce: 3,
          gas: 50_000n,
          ...(fields as object),
        } as never)
        const { raw, tx } = signed as unknown as { raw: TransactionSerialized; tx: { hash: Hex } }
        const sender = recoverTransactionAddress({ serializedTransaction: raw as never })
        expect(await sender).toBe(ALICE)
        expect(Transaction.from(raw).hash).toBe(tx.hash)
        expect(parseTransaction(raw)).toMatchObject({
          type: 'eip1559',
          chainId: 31337,
          value: 7n,
          nonce: 3,
          gas: 50_000n,
          ...fields,
        })
      }
    }))
})

describe("ethers' JsonRpcSigner", () => {
  const signerOf = async () => {
    const network = Network.from(31337)
    const provider = new JsonRpcProvider(server.url, network, { staticNetwork: network })
    return { provider, signer: await provider.getSigner(0) }
  }

  it('signs messages in both ways', async () => {
    const { provider, signer } = await signerOf()
    expect(signer.address).toBe(ALICE)
    expect(verifyMessage('hello', await signer.signMessage('hello'))).toBe(ALICE)
    expect(verifyMessage('hello', await signer._legacySignMessage('hello'))).toBe(ALICE)
    provider.destroy()
  })

  it('signs typed data', async () => {
    const { provider, signer } = await signerOf()
    const types = { Person: [...mail.types.Person], Mail: [...mail.types.Mail] }
    const signature = await signer.signTypedData(mail.domain, types, mail.message)
    expect(verifyTypedData(mail.domain, types, mail.message, signature)).toBe(ALICE)
    provider.destroy()
  })

  it('signs transactions, and the server fills in what they lack', async () => {
    const { provider, signer } = await signerOf()
    const signed = (await signer.signTransaction({ to: BOB, value: 1n })) as unknown
    const { raw } = signed as { raw: string }
    const { from, nonce, gasLimit, chainId, type, maxFeePerGas, maxPriorityFeePerGas } =
      Transaction.from(raw)
    expect([from, nonce, gasLimit, chainId, type]).toEqual([ALICE, 0, 21_000n, 31337n, 2])
    const { baseFeePerGas } = (await provider.getBlock('latest')) as { baseFeePerGas: bigint }
    const tip = BigInt(await provider.send('eth_maxPriorityFeePerGas', []))
    expect([maxPriorityFeePerGas, maxFeePerGas]).toEqual([tip, 2n * baseFeePerGas + tip])
    provider.destroy()
  })
})

it('recovers the signer of a message', async () => {
  const signature = (await ask('personal_sign', '0x1234', alice)) as Hex
  expect(await ask('personal_ecRecover', '0x1234', signature)).toBe(alice)
  expect(await ask('personal_ecRecover', '0x1235', signature)).not.toBe(alice)
  expect(await ask('eth_sign', alice, '0x1234')).toBe(signature)
  expect(await ask('personal_sign', '0x1234', alice, 'a password')).toBe(signature)
})

it.each([
  ['eth_signTypedData', (data: object): unknown => data],
  ['eth_signTypedData', (data: object): unknown => JSON.stringify(data)],
  ['eth_signTypedData_v4', (data: object): unknown => data],
])('%s takes an object or its JSON', async (method, write) => {
  const data = { ...mail, message: { ...mail.message, tip: String(mail.message.tip) } }
  const signature = (await ask(method, alice, write(data))) as Hex
  expect(await recoverTypedDataAddress({ ...mail, signature })).toBe(ALICE)
})

const unknown = { code: -32000, message: 'unknown account' }
const invalid = (message: string) => ({ code: -32602, message })

it.each<[error: unknown, method: string, params: unknown[]]>([
  [unknown, 'eth_sign', [STRANGER, '0x']],
  [unknown, 'personal_sign', ['0x', STRANGER]],
  [unknown, 'eth_signTypedData_v4', [STRANGER, { ...mail, message: {} }]],
  [unknown, 'eth_signTransaction', [{ from: STRANGER, to: BOB }]],
  [
    { code: -32000, message: 'missing "from": want an account of eth_accounts' },
    'eth_signTransaction',
    [{ to: BOB }],
  ],
  [invalid('missing value for required argument 1'), 'eth_sign', [alice]],
  [
    invalid('invalid argument 1: domain: 7 is not an object'),
    'eth_signTypedData_v4',
    [alice, { ...mail, domain: 7, message: {} }],
  ],
  [
    invalid(
      "invalid argument 1: message.from: provided data undefined doesn't match type 'Person[2]'",
    ),
    'eth_signTypedData_v4',
    [
      alice,
      {
        ...mail,
        types: { A: [{ name: 'from', type: 'Person[2]' }], Person: [] },
        primaryType: 'A',
        message: {},
      },
    ],
  ],
  [invalid('invalid argument 1: typed data: it is not JSON'), 'eth_signTypedData_v4', [alice, '{']],
  [
    { code: -32000, message: 'signature must be 65 bytes long' },
    'personal_ecRecover',
    ['0x', '0x12'],
  ],
  [
    { code: -32000, message: 'invalid Ethereum signature (V is not 27 or 28)' },
    'personal_ecRecover',
    ['0x', `0x${'01'.repeat(65)}`],
  ],
  [
    { code: -32000, message: 'recovery failed' },
    'personal_ecRecover',
    ['0x', `0x${'ff'.repeat(64)}1b`],
  ],
])('answers %j to %s with %j', async (error, method, params) => {
  const answer = (await ask(method, ...params)) as { message: string }
  if (typeof error === 'object') expect(answer).toEqual(error)
})

const signing = [
  ['eth_sign', [alice, '0x']],
  ['personal_sign', ['0x', alice]],
  ['eth_signTransaction', [{ from: alice, to: BOB }]],
  [
    'eth_signTypedData_v4',
    [alice, { types: {}, primaryType: 'EIP712Domain', domain: {}, message: {} }],
  ],
] as const

describe.each(signing)('%s', (method, params) => {
  it('signs nothing for web pages of other origins', async () => {
    const from = async (origin: string) =>
      (await post(server.url, request(method, [...params]), { origin })).json()
    expect(await from('https://evil.example')).toMatchObject({
      error: {
        code: -32000,
        message: expect.stringContaining('may not change endpoints or sign'),
        data: { code: 'FOREIGN_ORIGIN' },
      },
    })
    expect(await from('http://localhost:3000')).toHaveProperty('result')
  })

  it('does not exist without dev', async () => {
    const plain = await serveInTest(await createChain({ mnemonic: TEST_MNEMONIC, blocks: 0 }))
    await expect(plain.request({ method, params: [...params] })).rejects.toThrow(
      /: it needs --dev$/,
    )
    expect(await plain.request({ method: 'eth_accounts' })).toEqual([])
  })
})

it('describes the methods for rpc.discover', async () => {
  const { methods } = (await ask('rpc.discover')) as { methods: { name: string }[] }
  const names = methods.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(signing.map(([name]) => name)))
})

it('counts as calls that clients have sent, which faults apply to', async () => {
  const endpoint = server.endpoint('faulty')
  endpoint.setFaults([{ methods: 'eth_sign', fault: { kind: 'error', code: 4001, message: 'no' } }])
  const refused = endpoint.request({ method: 'eth_sign', params: [alice, '0x'] })
  await expect(refused).rejects.toThrow('no')
  expect(endpoint.receivedCounts()).toEqual({ eth_sign: 1 })
})
