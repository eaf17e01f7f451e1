import { inUnit, separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { AbiPart } from './abiPart.tsx'
import { AddressActivityPart } from './addressActivity.tsx'
import {
  AddressLink,
  BlockLink,
  Bytes,
  Fact,
  ForeignText,
  Hash,
  Section,
  Waiting,
} from './components.tsx'
import { delegateOf, type LoadedAccount, loadAccount } from './loadAddress.ts'
import { useNames } from './nameBook.ts'
import { Raw } from './rawJson.tsx'
import { ReadFunctions } from './readFunctions.tsx'
import { StoragePart } from './storagePart.tsx'
import { useLoaded } from './useLoaded.ts'
import type { ViewProperties } from './viewProperties.ts'
import { WriteFunctions } from './writeFunctions.tsx'

/** An account or a contract. */
export function AddressView({ route }: ViewProperties) {
  const session = useSession()
  const address = route.view === 'address' ? route.address : ''
  const isCore = session.permissions.value?.methods === 'core'
  const { value, error } = useLoaded(
    async () => ({ account: isCore ? undefined : await loadAccount(session, address) }),
    ['address', address, isCore],
  )
  if (error !== undefined) return <Waiting what="Address" error={error} />
  if (value === undefined) return <Waiting what="Address" />
  return <LoadedView key={address} address={address} account={value.account} />
}

interface Properties {
  readonly address: string
  /** undefined if the endpoint cannot be asked about accounts */
  readonly account: LoadedAccount | undefined
}

function LoadedView({ address, account }: Properties) {
  const names = useNames()
  const contract = names.find(address)
  const code = account?.code ?? '0x'
  const delegate = delegateOf(code)
  const abi = contract?.abi ?? (delegate === undefined ? undefined : names.find(delegate)?.abi)
  const isContract = code !== '0x' && delegate === undefined
  return (
    <section class="page">
      <Title address={address} isContract={isContract} />
      <Section title="Overview">
        <Overview address={address} account={account} delegate={delegate} />
      </Section>
      {abi !== undefined && account !== undefined && (
        <>
          <ReadFunctions address={address} abi={abi} />
          <WriteFunctions address={address} abi={abi} />
        </>
      )}
      <AddressActivityPart key={String(isContract)} address={address} isContract={isContract} />
      {account !== undefined && <StoragePart address={address} account={account} />}
      {code !== '0x' && (
        <>
          <AbiPart address={address} abi={abi} />
          <details class="card fold">
            <summary>Code, {separated((code.length - 2) / 2)} bytes</summary>
            <Bytes hex={code} what="code" />
          </details>
        </>
      )}
      {account !== undefined && <Raw calls={callsOf(address, code)} />}
    </section>
  )
}

function callsOf(address: string, code: string) {
  const params = [address, 'latest']
  const names = ['eth_getBalance', 'eth_getTransactionCount']
  if (code !== '0x') names.push('eth_getCode')
  return names.map((method) => ({ method, params }))
}

function Title({
  address,
  isContract,
}: {
  readonly address: string
  readonly isContract: boolean
}) {
  const names = useNames()
  const contract = names.find(address)
  const name = contract?.name || names.accounts.get(address.toLowerCase())
  return (
    <header class="page-header">
      <h1>{name ? <ForeignText text={name} max={60} /> : isContract ? 'Contract' : 'Account'}</h1>
      {contract?.symbol && (
        <span class="kind">
          <ForeignText text={contract.symbol} max={20} />
        </span>
      )}
      {isContract && <span class="kind">{contract?.role ?? 'contract'}</span>}
    </header>
  )
}

interface OverviewProperties extends Properties {
  readonly delegate: string | undefined
}

function Overview({ address, account, delegate }: OverviewProperties) {
  const contract = useNames().find(address)
  return (
    <dl class="facts">
      <Fact name="Address">
        <Hash value={address} what="address" />
      </Fact>
      {account !== undefined && (
        <>
          <Fact name="Balance">
            {inUnit(account.balance, 'ether')} <span class="muted">ether</span>
            <br />
            <span class="muted">{separated(account.balance)} wei</span>
          </Fact>
          <Fact name="Nonce">{separated(account.nonce)}</Fact>
        </>
      )}
      {delegate !== undefined && (
        <Fact name="Delegates to">
          <AddressLink address={delegate} isLong /> <span class="muted">(EIP-7702)</span>
        </Fact>
      )}
      {contract?.deployedAt !== undefined && (
        <Fact name="Deployed">
          {contract.deployedAt === 0 ? (
            <>
              with <BlockLink block={0}>genesis</BlockLink>
            </>
          ) : (
            <>
              in block <BlockLink block={contract.deployedAt} />
            </>
          )}
        </Fact>
      )}
      {account === undefined && (
        <Fact name="State">
          <span class="muted">The five methods say nothing about accounts.</span>
        </Fact>
      )}
    </dl>
  )
}
