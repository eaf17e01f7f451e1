import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerOf } from '../../chain/encoding/decode/headerOf.ts'
import { blobLimits } from '../../chain/protocol/blobGas.ts'
import { type ForkName, forkAt, isAtLeast } from '../../chain/protocol/forks.ts'
import { MAINNET_DEPOSIT_CONTRACT } from '../../chain/protocol/rules.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Blob, blobsOf } from '../../rpc/blobs/blobsOf.ts'
import { blobTransactions } from '../../rpc/blobs/blobTransactions.ts'
import type { SlicePause } from '../../rpc/longWork.ts'
import { beaconBlock } from './beaconBlock.ts'
import { BeaconError } from './beaconError.ts'
import { commitmentsTree } from './inclusionProof.ts'

// There is no beacon chain, so fields that only beacon blocks have are zero. Each second since 1970 is a slot: with a genesis
// time of 0, clients compute the timestamp of a block as its slot, whatever the time between blocks.

/** A request to the beacon API. */
export interface BeaconRequest {
  readonly endpoint: Endpoint
  readonly query: URLSearchParams
  /** of the server, as `web3_clientVersion` has it */
  readonly version: string
  readonly pause: SlicePause
  /** whether the client prefers bytes to JSON */
  readonly wantsSsz: boolean
}

/** What a request is answered with: JSON in parts, or bytes. */
export interface BeaconAnswer {
  readonly json?: readonly string[]
  readonly ssz?: readonly Uint8Array[]
  /** names and values, alternating */
  readonly headers?: readonly string[]
}

/** Answers the rest of a path. */
type BeaconMethod = (parameter: string, request: BeaconRequest) => Promise<BeaconAnswer>

const ZERO_ROOT = `0x${'00'.repeat(32)}`
const ZERO_SIGNATURE = `0x${'00'.repeat(96)}`

/** By the beginning of the path, which the parameter follows. */
const withParameter: Readonly<Record<string, BeaconMethod>> = {
  'beacon/blobs/': getBlobs,
  'beacon/blob_sidecars/': getBlobSidecars,
}

/** By the whole path. */
const others: Readonly<Record<string, BeaconMethod>> = {
  'beacon/genesis': getGenesis,
  'config/spec': getSpec,
  'node/version': getVersion,
}

/**
 * Answers a request to the beacon API.
 *
 * @param path without `/eth/v1/`
 * @throws {BeaconError}
 * @throws {RequestError} PRUNED if blobs are not known
 */
export async function answerBeacon(path: string, request: BeaconRequest): Promise<BeaconAnswer> {
  const other = Object.hasOwn(others, path) ? others[path] : undefined
  if (other !== undefined) return other('', request)
  for (const [prefix, method] of Object.entries(withParameter)) {
    if (path.startsWith(prefix)) return method(path.slice(prefix.length), request)
  }
  const known = [
    ...Object.keys(withParameter).map((prefix) => `${prefix}{block}`),
    ...Object.keys(others),
  ]
  throw new BeaconError(
    404,
    `not found: the beacon API has ${known.map((each) => `/eth/v1/${each}`).join(', ')}`,
  )
}

async function getGenesis(): Promise<BeaconAnswer> {
  const data = {
    genesis_time: '0',
    genesis_validators_root: ZERO_ROOT,
    genesis_fork_version: '0x00000000',
  }
  return { json: [JSON.stringify({ data })] }
}

/** op-node asks for it when it starts. */
async function getVersion(_: string, { version }: BeaconRequest): Promise<BeaconAnswer> {
  return { json: [JSON.stringify({ data: { version } })] }
}

async function getSpec(_: string, { endpoint }: BeaconRequest): Promise<BeaconAnswer> {
  const { head, chain } = endpoint
  const { chainId, depositContract = MAINNET_DEPOSIT_CONTRACT } = chain.rules
  // The head of a recording may have no bytes.
  const blobs = head.rlp.length > 0 ? blobLimits(forkOf(head, endpoint)) : undefined
  const data = {
    CONFIG_NAME: 'ommer',
    PRESET_BASE: 'mainnet',
    SECONDS_PER_SLOT: '1',
    SLOT_DURATION_MS: '1000',
    SLOTS_PER_EPOCH: '32',
    MIN_GENESIS_TIME: '0',
    GENESIS_DELAY: '0',
    DEPOSIT_CHAIN_ID: String(chainId),
    DEPOSIT_NETWORK_ID: String(chainId),
    DEPOSIT_CONTRACT_ADDRESS: depositContract,
    ...(blobs && { MAX_BLOBS_PER_BLOCK: String(blobs.max) }),
  }
  return { json: [JSON.stringify({ data })] }
}

/** The content of the blobs of a block (beacon-APIs, getBlobs). */
async function getBlobs(id: string, request: BeaconRequest): Promise<BeaconAnswer> {
  const { endpoint, query, pause, wantsSsz } = request
  const wanted = new Set(readList(query, 'versioned_hashes', /^0x[\da-f]{64}$/i))
  const block = beaconBlock(endpoint, id)
  const ssz: Uint8Array[] = []
  const data: string[] = []
  let bytes = 0
  for (const { versionedHash, content } of await blobsOfBlock(block, request)) {
    if (wanted.size > 0 && !wanted.has(versionedHash)) continue
    const blob = content()
    if (wantsSsz) ssz.push(blob)
    else data.push(JSON.stringify(toHex(blob)))
    bytes += data.at(-1)?.length ?? blob.length
    await pause(bytes)
  }
  return wantsSsz ? { ssz } : { json: inEnvelope(block, endpoint, data) }
}

/** The blobs of a block with their proofs (beacon-APIs, getBlobSidecars). */
async function getBlobSidecars(id: string, request: BeaconRequest): Promise<BeaconAnswer> {
  const { endpoint, query, pause } = request
  const wanted = new Set(readList(query, 'indices', /^\d{1,4}$/).map(Number))
  const block = beaconBlock(endpoint, id)
  const blobs = await blobsOfBlock(block, request)
  const tree = commitmentsTree(blobs.map(({ commitment }) => commitment))
  const signedHeader = signedHeaderOf(block, tree.bodyRoot)
  const data: string[] = []
  let bytes = 0
  for (const [index, { content, commitment, proof }] of blobs.entries()) {
    if (wanted.size > 0 && !wanted.has(index)) continue
    if (proof === undefined) {
      throw new BeaconError(
        410,
        `blob ${index} was sent with proofs of its cells (EIP-7594), so it has none of the whole blob: use /eth/v1/beacon/blobs/${id}`,
      )
    }
    const sidecar = JSON.stringify({
      index: String(index),
      blob: toHex(content()),
      kzg_commitment: toHex(commitment),
      kzg_proof: toHex(proof),
      signed_block_header: signedHeader,
      kzg_commitment_inclusion_proof: tree.proofOf(index).map(toHex),
    })
    data.push(sidecar)
    bytes += sidecar.length
    await pause(bytes)
  }
  const version = consensusVersion(forkOf(block, endpoint))
  return {
    json: inEnvelope(block, endpoint, data, { version }),
    headers: ['Eth-Consensus-Version', version],
  }
}

async function blobsOfBlock(
  block: SealedBlock,
  { endpoint, pause }: BeaconRequest,
): Promise<readonly Blob[]> {
  const blobs: Blob[] = []
  for (const transaction of blobTransactions(block)) {
    blobs.push(...(await blobsOf(transaction, endpoint)))
    await pause()
  }
  return blobs
}

function signedHeaderOf(block: SealedBlock, bodyRoot: Uint8Array): object {
  const { timestamp, parentBeaconBlockRoot = ZERO_ROOT } = headerOf(block)
  const message = {
    slot: String(timestamp),
    proposer_index: '0',
    parent_root: parentBeaconBlockRoot,
    state_root: ZERO_ROOT,
    body_root: toHex(bodyRoot),
  }
  return { message, signature: ZERO_SIGNATURE }
}

/** @param data JSON texts */
function inEnvelope(
  block: SealedBlock,
  endpoint: Endpoint,
  data: readonly string[],
  more: object = {},
): readonly string[] {
  const finalized = endpoint.blockByTag('finalized')
  const isFinalized =
    finalized !== undefined && block.number <= finalized.number && endpoint.isCanonical(block)
  const members = JSON.stringify({ ...more, execution_optimistic: false, finalized: isFinalized })
  const parts = data.flatMap((text, index) => (index === 0 ? [text] : [',', text]))
  return [`${members.slice(0, -1)},"data":[`, ...parts, ']}']
}

function forkOf(block: SealedBlock, { chain }: Endpoint): ForkName {
  const { number, timestamp } = headerOf(block)
  return forkAt(chain.rules.forks, number, timestamp)
}

/** The name of a fork in the consensus layer; those before the merge have none there. */
function consensusVersion(fork: ForkName): string {
  const versions: readonly (readonly [ForkName, string])[] = [
    ['amsterdam', 'gloas'],
    ['osaka', 'fulu'],
    ['prague', 'electra'],
    ['cancun', 'deneb'],
    ['shanghai', 'capella'],
    ['paris', 'bellatrix'],
  ]
  return versions.find(([since]) => isAtLeast(fork, since))?.[1] ?? 'phase0'
}

/**
 * A list in a query, which clients repeat or separate by commas.
 *
 * @throws {BeaconError} 400 for a value that is not of the form
 */
function readList(query: URLSearchParams, name: string, form: RegExp): readonly string[] {
  const values = query.getAll(name).flatMap((text) => text.split(','))
  const list = values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '')
  const invalid = list.find((value) => !form.test(value))
  if (invalid === undefined) return list
  const quoted = invalid.slice(0, 80)
  throw new BeaconError(400, `Invalid ${name}: '${quoted}'`)
}
