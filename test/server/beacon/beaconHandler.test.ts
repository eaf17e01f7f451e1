import { beforeAll, describe, expect, it, test } from 'vitest'
import { createChain } from '../../../src/chain/createChain.ts'
import type { Transaction } from '../../../src/chain/encoding/block.ts'
import { TEST_MNEMONIC } from '../../../src/chain/spec/spec.ts'
import { fromHex, type Hex, toHex, toQuantity } from '../../../src/primitives/hex.ts'
import { sha256 } from '../../../src/primitives/sha256.ts'
import { prefersSsz } from '../../../src/server/beacon/beaconHandler.ts'
import { blocksOf } from '../../support/chain.ts'
import { provenBlobs, versionedHash } from '../../support/provenBlobs.ts'
import { ask, serveForTests, serveInTest } from '../../support/serving.ts'
import { signedBlobs } from '../../support/signedBlobs.ts'

const blobs = provenBlobs()
const contents = blobs.map(({ blob }) => toHex(blob))
const hashes = blobs.map(({ commitment }) => toHex(versionedHash(commitment)))
const ZERO_ROOT = `0x${'00'.repeat(32)}`

interface Sidecar {
  readonly index: string
  readonly blob: Hex
  readonly kzg_commitment: Hex
  readonly kzg_proof: Hex
  readonly signed_block_header: { readonly message: Record<string, string> }
  readonly kzg_commitment_inclusion_proof: readonly Hex[]
}

const { server, chain } = await serveForTests(
  { preset: 'latest', blocks: 40, seed: 3, mnemonic: TEST_MNEMONIC },
  { dev: true, callTimeout: 0 },
)

async function get(path: string, headers: Record<string, string> = {}, of = server) {
  const response = await fetch(new URL(path, of.url), { headers })
  return { status: response.status, headers: response.headers, response }
}

async function read<T = unknown>(path: string, of = server): Promise<T> {
  const { status, response } = await get(path, {}, of)
  expect(status).toBe(200)
  return (await response.json()) as T
}

const blobsPath = '/eth/v1/beacon/blobs'
const sidecarsPath = '/eth/v1/beacon/blob_sidecars'

describe('the blobs of a block', () => {
  let number: number
  let timestamp: number

  beforeAll(async () => {
    const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
    const nonce = Number(await ask(server, 'eth_getTransactionCount', from, 'latest'))
    await ask(server, 'eth_sendRawTransaction', await signedBlobs(nonce))
    const head = await ask<{ number: Hex; timestamp: Hex }>(
      server,
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    number = Number(head.number)
    timestamp = Number(head.timestamp)
  })

  it('are found by every name of the block', async () => {
    const { hash } = await ask<{ hash: Hex }>(server, 'eth_getBlockByNumber', 'latest', false)
    const ids = ['head', 'latest', number, toQuantity(number), timestamp, hash]
    const expected = JSON.stringify({
      execution_optimistic: false,
      finalized: false,
      data: contents,
    })
    for (const path of [
      ...ids.map((id) => `${blobsPath}/${id}`),
      `/beacon/dev${blobsPath}/head`,
      `/beacon/geth${blobsPath}/head`,
    ]) {
      const { response } = await get(path)
      expect((await response.text()) === expected, path).toBe(true)
    }
    expect(await read(`${blobsPath}/genesis`)).toMatchObject({ data: [], finalized: false })
    await server.setFinality({ safe: 1, finalized: 2 })
    expect(await read(`${blobsPath}/finalized`)).toMatchObject({ finalized: true })
    expect(await read(`${blobsPath}/justified`)).toMatchObject({ finalized: false })
  })

  it('are selected by their hashes, repeated or with commas', async () => {
    const [one, two] = hashes as [Hex, Hex]
    const query = (text: string) => read<{ data: Hex[] }>(`${blobsPath}/${number}?${text}`)
    expect(await query(`versioned_hashes=${two}`)).toMatchObject({ data: [contents[1]] })
    const both = { data: contents }
    expect(await query(`versioned_hashes=${two},${one}`)).toMatchObject(both)
    expect(await query(`versioned_hashes=${one}&versioned_hashes=${two}`)).toMatchObject(both)
    expect(await query(`versioned_hashes=${ZERO_ROOT}`)).toMatchObject({ data: [] })
  })

  it('are bytes for clients that prefer SSZ', async () => {
    const { headers, response } = await get(`${blobsPath}/head`, {
      accept: 'application/octet-stream, application/json;q=0.5',
    })
    expect(headers.get('content-type')).toBe('application/octet-stream')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(Buffer.concat(blobs.map(({ blob }) => blob)))).toBe(true)
  })

  it('have sidecars with commitments, proofs and their inclusion in the body', async () => {
    const path = `${sidecarsPath}/${timestamp}`
    const { version, data } = await read<{ version: string; data: Sidecar[] }>(path)
    expect(version).toBe('fulu')
    expect(data).toHaveLength(2)
    for (const [index, sidecar] of data.entries()) {
      const { commitment, proof } = blobs[index] as (typeof blobs)[number]
      expect(sidecar).toMatchObject({
        index: String(index),
        blob: contents[index],
        kzg_commitment: toHex(commitment),
        kzg_proof: toHex(proof),
        signed_block_header: { message: { slot: String(timestamp) } },
      })
      expect(rootOf(sidecar)).toBe(sidecar.signed_block_header.message.body_root)
    }
    expect(await read<{ data: Sidecar[] }>(`${path}?indices=1`)).toMatchObject({
      data: [data[1]],
    })
    const { headers } = await get(path)
    expect(headers.get('eth-consensus-version')).toBe('fulu')
  })
})

/** The root that follows from a commitment and its proof: the position of a commitment is 11 × 2^13 + index. */
function rootOf(sidecar: Sidecar): Hex {
  const padded = new Uint8Array(64)
  padded.set(fromHex(sidecar.kzg_commitment))
  let root = sha256(padded)
  let position = (11 << 13) + Number(sidecar.index)
  for (const sibling of sidecar.kzg_commitment_inclusion_proof) {
    const pair = position & 1 ? [fromHex(sibling), root] : [root, fromHex(sibling)]
    root = sha256(Buffer.concat(pair))
    position >>= 1
  }
  expect(position).toBe(0)
  return toHex(root)
}

test('generated blobs have sidecars, too', async () => {
  const block = blocksOf(chain).find(({ transactions }) => transactions.some(isBlob))
  const transactions = (block?.transactions ?? []).filter(isBlob)
  const expected = transactions.flatMap(({ blobVersionedHashes = [] }) => blobVersionedHashes)
  const { data } = await read<{ data: Sidecar[] }>(`${sidecarsPath}/${block?.header.number}`)
  const actual = data.map((each) => toHex(versionedHash(fromHex(each.kzg_commitment))))
  expect(actual).toEqual(expected)
})

function isBlob({ type }: Pick<Transaction, 'type'>): boolean {
  return type === 3
}

test('blobs that were sent with proofs of cells have no sidecars', async () => {
  const spec = { preset: 'latest', blocks: 0, mnemonic: TEST_MNEMONIC } as const
  const own = await serveInTest(await createChain(spec), { dev: true })
  await ask(own, 'eth_sendRawTransaction', await signedBlobs(0, blobs, 1))
  expect(await read(`${blobsPath}/head`, own)).toMatchObject({ data: contents })
  const { status, response } = await get(`${sidecarsPath}/1`, {}, own)
  expect(status).toBe(410)
  expect(await response.json()).toEqual({
    code: 410,
    message:
      'blob 0 was sent with proofs of its cells (EIP-7594), so it has none of the whole blob: use /eth/v1/beacon/blobs/1',
  })
})

test('a slot is a second', async () => {
  expect(await read('/eth/v1/beacon/genesis')).toEqual({
    data: {
      genesis_time: '0',
      genesis_validators_root: ZERO_ROOT,
      genesis_fork_version: '0x00000000',
    },
  })
  expect(await read('/eth/v1/node/version')).toEqual({
    data: { version: await ask(server, 'web3_clientVersion') },
  })
  expect(await read('/eth/v1/config/spec')).toMatchObject({
    data: { SECONDS_PER_SLOT: '1', DEPOSIT_CHAIN_ID: '1337', MAX_BLOBS_PER_BLOCK: '21' },
  })
})

it.each([
  [`${blobsPath}/99`, 404, 'Block not found: 99'],
  [
    `${blobsPath}/next`,
    400,
    'Invalid block ID: want head, genesis, finalized, justified, a slot, or the number or hash of a block',
  ],
  [`${blobsPath}/head?versioned_hashes=0x12`, 400, "Invalid versioned_hashes: '0x12'"],
  [`${sidecarsPath}/head?indices=-1`, 400, "Invalid indices: '-1'"],
  [
    '/eth/v1/node/health',
    404,
    'not found: the beacon API has /eth/v1/beacon/blobs/{block}, /eth/v1/beacon/blob_sidecars/{block}, /eth/v1/beacon/genesis, /eth/v1/config/spec, /eth/v1/node/version',
  ],
  ['/beacon/unknown/eth/v1/beacon/genesis', 401, 'invalid API key'],
])('answers %s with %i', async (path, code, message) => {
  const { status, response } = await get(path)
  expect(status).toBe(code)
  expect(await response.json()).toEqual({ code, message })
})

test('only GET is allowed, and the root address only where a key is assumed', async () => {
  const posted = await fetch(new URL('/eth/v1/beacon/genesis', server.url), { method: 'POST' })
  expect(posted.status).toBe(405)
  const own = await serveInTest(chain, { apiKeys: ['key'] })
  expect((await get('/eth/v1/beacon/genesis', {}, own)).status).toBe(404)
  expect((await get('/beacon/key/eth/v1/beacon/genesis', {}, own)).status).toBe(200)
})

it.each([
  [undefined, false],
  ['application/json', false],
  ['application/octet-stream', true],
  ['application/octet-stream;q=1.0,application/json;q=0.9', true],
  ['application/json;q=1.0,application/octet-stream;q=0.9', false],
  ['application/octet-stream;q=0.5,application/json;q=0.5', false],
  ['text/html;q=0.9, application/octet-stream;q=1.0, application/json;q=0.8', true],
  ['application/octet-stream ; q=1.0 , application/json ; q=0.9', true],
  ['*/*', false],
])('with Accept %j prefers SSZ: %s', (accept, expected) => {
  expect(prefersSsz(accept)).toBe(expected)
})
