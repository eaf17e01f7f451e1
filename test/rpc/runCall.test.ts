import { describe, expect, it } from 'vitest'
import { officialChain } from '../support/chain.ts'
import { serveForTests } from '../support/serving.ts'
import { readTranscripts } from '../support/transcripts.ts'
import { post, request } from '../support/transports.ts'

const transcripts = readTranscripts('test/data/execution-apis/transcripts')

/** Contracts of the official chain, and an account with ether. */
const reverting = '0x0ee3ab1371c93e7c0c281cc0c2107cdebc8b1930'
const contract = '0x17e7eedce4ac02ef114a7ed9fe6e2f33feba1667'
const rich = '0x0c2c51a0990aee1d73c1228de158688341557508'
const anyone = `0x${'bb'.repeat(20)}`

const { server } = await serveForTests(await officialChain(), { dialect: 'geth', callTimeout: 0 })

const answerTo = async (body: string) => (await post(server.url, body)).json()

const ask = (method: string, ...params: unknown[]) => answerTo(request(method, params))

const failure = (message: string) => ({ error: { code: -32000, message } })

describe('calls', () => {
  const own = transcripts.filter(({ path }) =>
    /^eth_(?:call|estimateGas|createAccessList)\//.test(path),
  )

  // Some of these figures may differ between clients, but not from those of geth.
  it.each(own)('$path: answers exactly as geth', async ({ requests, answers }) => {
    for (const [index, body] of requests.entries()) {
      expect(await answerTo(body)).toEqual(JSON.parse(answers[index] as string))
    }
  })

  it('are refused with the error message of geth', async () => {
    const poor = { from: anyone, to: anyone, value: '0x1' }
    const funds = `insufficient funds for gas * price + value: address 0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB have 0 want 1`
    expect(await ask('eth_call', { ...poor, gas: '0x5208' })).toMatchObject(
      failure(`err: ${funds} (supplied gas 21000)`),
    )
    expect(await ask('eth_estimateGas', poor)).toMatchObject({
      error: { code: -32000, message: expect.stringMatching(/^failed with \d+ gas: insufficient/) },
    })
    expect(await ask('eth_call', { to: anyone, gas: '0x1' })).toMatchObject(
      failure('err: intrinsic gas too low: have 1, want 21000 (supplied gas 1)'),
    )
    expect(
      await ask('eth_estimateGas', { to: contract, gas: '0x520a', data: '0x01' }),
    ).toMatchObject(failure('gas required exceeds allowance (21002)'))
    const cheap = { from: rich, to: anyone, gas: '0x5208', gasPrice: '0x1' }
    expect(await ask('eth_call', cheap)).toMatchObject({
      error: { message: expect.stringMatching(/^err: max fee per gas less than block base fee: /) },
    })
    const mixed = { gasPrice: '0x1', maxFeePerGas: '0x1' }
    expect(await ask('eth_call', mixed)).toMatchObject(
      failure('both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified'),
    )
    expect(await ask('eth_call', { chainId: '0x1' })).toMatchObject(
      failure("chainId does not match node's (have=1, want=3503995874084926)"),
    )
  })

  it('take input rather than data, and names of members in any case', async () => {
    const output = { result: '0xffee' }
    expect(await ask('eth_call', { to: contract, input: '0xff01', data: '0x' })).toMatchObject(
      output,
    )
    expect(await ask('eth_call', { TO: contract, Data: '0xff01', other: 1 })).toMatchObject(output)
  })

  it('run after the block that is named', async () => {
    const code = { [anyone]: { code: '0x4360005260206000f3' } }
    const number = (block: unknown) => ask('eth_call', { to: anyone }, block, code)
    expect(await number('0x5')).toMatchObject({ result: `0x${'5'.padStart(64, '0')}` })
    const { result } = (await ask('eth_getBlockByNumber', '0x9', false)) as {
      result: { hash: string }
    }
    expect(await number({ blockHash: result.hash })).toMatchObject({
      result: `0x${'9'.padStart(64, '0')}`,
    })
    expect(await number('0xffff')).toMatchObject(failure('header not found'))
  })

  it('refuse overrides that contradict each other', async () => {
    const overridden = (overrides: object, block: object | null = null) =>
      ask('eth_call', { to: anyone }, 'latest', overrides, block)
    const name = '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB'
    expect(await overridden({ [anyone]: { state: {}, stateDiff: {} } })).toMatchObject(
      failure(`account ${name} has both 'state' and 'stateDiff'`),
    )
    const moved = { movePrecompileToAddress: contract }
    expect(await overridden({ [anyone]: moved })).toMatchObject(
      failure(`account ${name} is not a precompile`),
    )
    expect(await overridden({}, { withdrawals: [] })).toMatchObject(
      failure('block override "withdrawals" is not supported for this RPC method'),
    )
  })

  it('keep what is listed already, and refuse fees that a transaction could not have', async () => {
    const list = (call: object) => ask('eth_createAccessList', call, 'latest')
    expect(await list({ to: reverting, input: '0x01', gasPrice: '0x0' })).toMatchObject(
      failure('gasPrice must be non-zero after london fork'),
    )
    expect(await list({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' })).toMatchObject(
      failure('maxFeePerGas (0x1) < maxPriorityFeePerGas (0x2)'),
    )
    expect(await list({ from: anyone, to: anyone, value: '0x1' })).toMatchObject({
      error: {
        code: -32000,
        message: expect.stringMatching(/^failed to apply transaction: 0x[0-9a-f]{64} err: insuff/),
      },
    })
    const known = [{ address: contract, storageKeys: [] }]
    expect(await list({ to: anyone, accessList: known })).toMatchObject({
      result: { accessList: known, gasUsed: '0x5b68' },
    })
  })
})
