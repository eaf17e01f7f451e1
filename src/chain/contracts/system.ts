import { fromHex, type Hex } from '../../primitives/hex.ts'
import type { ForkName } from '../protocol/forks.ts'

/**
 * A contract of the protocol, with the address and code from its EIP (which is in the public domain, CC0). On mainnet
 * each was deployed by a transaction before its fork; here they are part of genesis, as in other test networks.
 */
export interface SystemContract {
  /** what it is for */
  readonly name: string
  /** DATA, 20 bytes */
  readonly address: Hex
  /** runtime code */
  readonly code: Hex
  /** the first fork that has it */
  readonly since: ForkName
}

/** Calls system contracts (EIP-4788), and is the address of the logs of transfers of ether (EIP-7708). DATA, 20 bytes. */
export const SYSTEM_CALLER = '0xfffffffffffffffffffffffffffffffffffffffe'

const CALLER = fromHex(SYSTEM_CALLER)

/** Whether an address calls system contracts. Its calls transfer no value (geth, core/vm/evm.go, Call). */
export function isSystemCaller(address: Uint8Array): boolean {
  // Hardly any other address begins like it.
  return address[0] === 0xff && Buffer.compare(address, CALLER) === 0
}

/** EIP-4788: stores the roots of the last 8191 parent beacon blocks by timestamp. */
export const beaconRoots: SystemContract = {
  name: 'Beacon Roots',
  address: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f35801560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b62001fff42064281555f359062001fff015500',
  since: 'cancun',
}

/** EIP-2935: stores the hashes of the last 8191 blocks. */
export const historyStorage: SystemContract = {
  name: 'History Storage',
  address: '0x0000f90827f1c53a10cb7a02335b175320002935',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
  since: 'prague',
}

/** EIP-7002: queues withdrawal requests, and returns those of the current block to the protocol. */
export const withdrawalRequests: SystemContract = {
  name: 'Withdrawal Requests',
  address: '0x00000961ef480eb55e80d19ad83579a64c007002',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe1460cb5760115f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff146101f457600182026001905f5b5f82111560685781019083028483029004916001019190604d565b909390049250505036603814608857366101f457346101f4575f5260205ff35b34106101f457600154600101600155600354806003026004013381556001015f35815560010160203590553360601b5f5260385f601437604c5fa0600101600355005b6003546002548082038060101160df575060105b5f5b8181146101835782810160030260040181604c02815460601b8152601401816001015481526020019060020154807fffffffffffffffffffffffffffffffff00000000000000000000000000000000168252906010019060401c908160381c81600701538160301c81600601538160281c81600501538160201c81600401538160181c81600301538160101c81600201538160081c81600101535360010160e1565b910180921461019557906002556101a0565b90505f6002555f6003555b5f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff14156101cd57505f5b6001546002828201116101e25750505f6101e8565b01600290035b5f555f600155604c025ff35b5f5ffd',
  since: 'prague',
}

/** EIP-7251: queues requests to consolidate validators in the same way. */
export const consolidationRequests: SystemContract = {
  name: 'Consolidation Requests',
  address: '0x0000bbddc7ce488642fb579f8b00f3a590007251',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe1460d35760115f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1461019a57600182026001905f5b5f82111560685781019083028483029004916001019190604d565b9093900492505050366060146088573661019a573461019a575f5260205ff35b341061019a57600154600101600155600354806004026004013381556001015f358155600101602035815560010160403590553360601b5f5260605f60143760745fa0600101600355005b6003546002548082038060021160e7575060025b5f5b8181146101295782810160040260040181607402815460601b815260140181600101548152602001816002015481526020019060030154905260010160e9565b910180921461013b5790600255610146565b90505f6002555f6003555b5f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff141561017357505f5b6001546001828201116101885750505f61018e565b01600190035b5f555f6001556074025ff35b5f5ffd',
  since: 'prague',
}

/** EIP-8282: queues deposits of builders. */
export const builderDeposits: SystemContract = {
  name: 'Builder Deposits',
  address: '0x0000bff46984e3725691fa540a8c7589300d8282',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe1461011c575f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff146102705760015460088111605257506058565b60089003015b601190600182026001905f5b5f821115607f57810190830284830290049160010191906064565b90939004925050503660b814609f57366102705734610270575f5260205ff35b8034106102705760383567ffffffffffffffff1680633b9aca001161027057633b9aca00029034031061027057600154600101600155600354806006026004015f358155600101602035815560010160403581556001016060358155600101608035815560010160a035905560b85f5f3760b85fa0600101600355005b60035460025480820380604011610131575060405b5f5b8181146101d7578281016006026004018160b8028154815260200181600101548152602001816002015480825260401c67ffffffffffffffff16816010018160381c81600701538160301c81600601538160281c81600501538160201c81600401538160181c81600301538160101c81600201538160081c816001015353602001816003015481526020018160040154815260200190600501549052600101610133565b91018092146101e957906002556101f4565b90505f6002555f6003555b36610242575f54600154817fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1461023057600882820111610238575b50505f610264565b0160089003610264565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff5b5f555f60015560b8025ff35b5f5ffd',
  since: 'amsterdam',
}

/** EIP-8282: queues exits of builders. */
export const builderExits: SystemContract = {
  name: 'Builder Exits',
  address: '0x000064d678505ad48f8ccb093bc65613800e8282',
  code: '0x3373fffffffffffffffffffffffffffffffffffffffe1460e1575f54807fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff146101c65760015460028111605157506057565b60029003015b601190600182026001905f5b5f821115607e57810190830284830290049160010191906063565b909390049250505036603014609e57366101c657346101c6575f5260205ff35b34106101c657600154600101600155600354806003026004013381556001015f35815560010160203590553360601b5f5260305f60143760445fa0600101600355005b6003546002548082038060101160f5575060105b5f5b81811461012d5782810160030260040181604402815460601b8152601401816001015481526020019060020154905260010160f7565b910180921461013f579060025561014a565b90505f6002555f6003555b36610198575f54600154817fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff146101865760028282011161018e575b50505f6101ba565b01600290036101ba565b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff5b5f555f6001556044025ff35b5f5ffd',
  since: 'amsterdam',
}

/** The queues of requests (EIP-7685): no block can be built if one of them fails. */
export const requestQueues: readonly SystemContract[] = [
  withdrawalRequests,
  consolidationRequests,
  builderDeposits,
  builderExits,
]

/** The contracts that the protocol calls. */
export const systemContracts: readonly SystemContract[] = [
  beaconRoots,
  historyStorage,
  ...requestQueues,
]

/**
 * EIP-7997: creates contracts by CREATE2 at addresses that are the same on every chain. Blocks do not call it. Its code is
 * that of Arachnid's deterministic deployment proxy.
 */
export const deploymentFactory: SystemContract = {
  name: 'Deterministic Deployment Factory',
  address: '0x4e59b44847b379578588920ca78fbf26c0b4956c',
  code: '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3',
  since: 'amsterdam',
}

/** The contracts that genesis has. */
export const genesisSystemContracts: readonly SystemContract[] = [
  ...systemContracts,
  deploymentFactory,
]
