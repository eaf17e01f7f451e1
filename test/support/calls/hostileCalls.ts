import type { Hex } from '../../../src/primitives/hex.ts'

/** A call that does as much work as its gas allows. */
export interface HostileCall {
  readonly name: string
  /** the code of the contract that is called */
  readonly code: Hex
  readonly data?: Hex
}

const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')

const push = (value: number): string => {
  const hex = value.toString(16)
  const bytes = hex.length + (hex.length % 2)
  return (0x5f + bytes / 2).toString(16) + hex.padStart(bytes, '0')
}

/** Repeats a body that leaves the stack as it was, after a prologue. */
function forever(body: string, prologue = ''): Hex {
  return `0x${prologue}5b${body}${push(prologue.length / 2)}56`
}

/** Repeats a body that gets a number, which grows, on top of the stack, and uses up a copy of it. */
function counting(body: string, prologue = ''): Hex {
  // DUP1, the body, PUSH1 1, ADD
  return forever(`80${body}600101`, `${prologue}5f`)
}

/** CALLDATACOPY of everything */
const COPY_DATA = '365f5f37'

/** Calls a contract with the call's data, again and again. */
function callingWithData(address: number): Hex {
  // STATICCALL(gas, address, 0, CALLDATASIZE, 0, 0)
  return forever(`5f5f365f${push(address)}5afa50`, COPY_DATA)
}

const G1 = word(1) + word(2)
const G2 = [
  0x198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2n,
  0x1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6edn,
  0x090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975bn,
  0x12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daan,
]
  .map(word)
  .join('')

const BLS_G1 =
  '0000000000000000000000000000000017f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb' +
  '0000000000000000000000000000000008b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1'
const BLS_G2 =
  '00000000000000000000000000000000024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8' +
  '0000000000000000000000000000000013e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e' +
  '000000000000000000000000000000000ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801' +
  '000000000000000000000000000000000606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be'

/** MODEXP of numbers of a size, all of them ones. */
function modexpOf(bytes: number): Hex {
  return `0x${word(bytes)}${word(bytes)}${word(bytes)}${'ff'.repeat(bytes * 3 - 1)}fd`
}

export const hostileCalls: readonly HostileCall[] = [
  { name: 'a loop', code: forever('') },
  { name: 'reads of slots', code: counting('5450') },
  { name: 'writes of slots', code: counting('8055') },
  { name: 'reads of balances', code: counting('3150') },
  // KECCAK256(0, 32 KiB)
  { name: 'hashes of memory', code: forever('6180005f2050') },
  // MSTORE at 4 MiB, then a loop
  { name: 'huge memory', code: forever('5f6240000052') },
  // CREATE(0, 0, 48 KiB) of JUMPDESTs
  { name: 'many CREATE', code: forever('61c0005f5ff050', `7f${'5b'.repeat(32)}5f52`) },
  // CALL of itself
  { name: 'deep calls', code: forever('5f5f5f5f305afa50') },
  // Of itself, with 256 KiB
  { name: 'calls with large inputs', code: forever('5f5f620400005f305afa50') },
  { name: 'logs', code: forever('6120005fa0') },
  {
    name: 'ecrecover',
    code: callingWithData(1),
    data: `0x${word(1)}${word(28)}${word(7)}${word(9)}`,
  },
  { name: 'SHA-256', code: callingWithData(2), data: `0x${'5a'.repeat(32_768)}` },
  { name: 'RIPEMD-160', code: callingWithData(3), data: `0x${'5a'.repeat(32_768)}` },
  { name: 'copies', code: callingWithData(4), data: `0x${'5a'.repeat(32_768)}` },
  { name: 'MODEXP of 32 bytes', code: callingWithData(5), data: modexpOf(32) },
  { name: 'MODEXP of 256 bytes', code: callingWithData(5), data: modexpOf(256) },
  { name: 'MODEXP of 1024 bytes', code: callingWithData(5), data: modexpOf(1024) },
  { name: 'BN254 additions', code: callingWithData(6), data: `0x${G1}${G1}` },
  { name: 'BN254 multiplications', code: callingWithData(7), data: `0x${G1}${'fe'.repeat(32)}` },
  { name: '1,400 BN254 pairings', code: callingWithData(8), data: `0x${(G1 + G2).repeat(1400)}` },
  {
    name: 'BLAKE2 rounds',
    code: callingWithData(9),
    data: `0x00ffffff${'11'.repeat(64 + 128 + 16)}01`,
  },
  {
    name: 'BLS multiplications',
    code: callingWithData(12),
    data: `0x${(BLS_G1 + 'fe'.repeat(32)).repeat(100)}`,
  },
  {
    name: 'BLS multiplications in G2',
    code: callingWithData(14),
    data: `0x${(BLS_G2 + 'fe'.repeat(32)).repeat(50)}`,
  },
  { name: 'BLS pairings', code: callingWithData(15), data: `0x${(BLS_G1 + BLS_G2).repeat(30)}` },
  {
    name: 'BLS maps to G2',
    code: callingWithData(17),
    data: `0x${`${word(0)}${word(7)}`.repeat(2)}`,
  },
  { name: 'P-256', code: callingWithData(256), data: `0x${[1, 2, 3, 4, 5].map(word).join('')}` },
]
