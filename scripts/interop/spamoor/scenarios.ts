/** The scenarios of spamoor that need nothing but a node, and options that they need. */
export const scenarios: Readonly<Record<string, readonly string[]>> = {
  eoatx: [],
  erc20tx: [],
  erc721tx: [],
  erc1155tx: [],
  // Its deployer has 2 ether, too few for the usual 20 gwei per gas.
  'uniswap-swaps': ['--basefee', '5'],
  'curve-swaps': [],
  'aave-lending': [],
  'seaport-trades': [],
  'ens-names': [],
  'safe-multisig': [],
  erc4337: [],
  xentoken: [],
  gasburnertx: [],
  storagespam: [],
  // By default 500 slots, more than a block has gas for.
  storagerefundtx: ['--slots-per-call', '50'],
  'deploy-destruct': [],
  setcodetx: [],
  blobs: [],
  'blob-combined': [],
  'blob-conflicting': [],
  'blob-replacements': [],
  'evm-fuzz': [],
  'tx-fuzz': [],
  'tx-fuzz-invalid': [],
}
