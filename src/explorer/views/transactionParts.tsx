import { useSignal } from '@preact/signals'
import { quantityOf, separated } from '../decode/units.ts'
import { counted } from '../store/format.ts'
import { More } from './blockParts.tsx'
import { AddressLink, Amount, Fact, GasPrice, Hash, Quantity, Section } from './components.tsx'
import type { LoadedTransaction } from './loadTransaction.ts'
import type { RpcReceipt, RpcTransaction } from './rpcTypes.ts'

/** What a transaction cost, and what its sender was ready to pay. */
export function Fees({ loaded }: { readonly loaded: LoadedTransaction }) {
  const { transaction, receipt, block } = loaded
  const price = quantityOf(receipt?.effectiveGasPrice)
  const used = quantityOf(receipt?.gasUsed)
  const base = quantityOf(block?.baseFeePerGas)
  const isDynamic = transaction.maxFeePerGas !== undefined
  return (
    <dl class="facts">
      {price !== undefined && used !== undefined && (
        <Fact name="Fee">
          <Amount wei={price * used} />
        </Fact>
      )}
      {base !== undefined && used !== undefined && (
        <Fact name="Of it burned">
          <Amount wei={base * used} />
        </Fact>
      )}
      {price !== undefined && (
        <Fact name="Gas price">
          <GasPrice wei={price} />
          {base !== undefined && (
            <span class="muted">
              {' '}
              (base fee <GasPrice wei={base} />, tip <GasPrice wei={price - base} />)
            </span>
          )}
        </Fact>
      )}
      {isDynamic ? (
        <>
          <Fact name="Max fee per gas">
            <GasPrice wei={transaction.maxFeePerGas} />
          </Fact>
          <Fact name="Max priority fee">
            <GasPrice wei={transaction.maxPriorityFeePerGas} />
          </Fact>
        </>
      ) : (
        <Fact name="Gas price offered">
          <GasPrice wei={transaction.gasPrice} />
        </Fact>
      )}
      <Fact name="Gas limit">
        <Quantity value={transaction.gas} />
      </Fact>
      {receipt !== undefined && (
        <Fact name="Cumulative gas used">
          <Quantity value={receipt.cumulativeGasUsed} />
        </Fact>
      )}
    </dl>
  )
}

interface BlobProperties {
  readonly transaction: RpcTransaction
  readonly receipt: RpcReceipt | undefined
}

export function Blobs({ transaction, receipt }: BlobProperties) {
  const hashes = transaction.blobVersionedHashes
  if (hashes === undefined) return null
  const gas = quantityOf(receipt?.blobGasUsed)
  const price = quantityOf(receipt?.blobGasPrice)
  return (
    <Section title="Blobs" note={counted(hashes.length, 'blob')}>
      <dl class="facts">
        {gas !== undefined && price !== undefined && (
          <>
            <Fact name="Blob fee">
              <Amount wei={gas * price} />
            </Fact>
            <Fact name="Blob gas price">
              <GasPrice wei={price} /> <span class="muted">for {separated(gas)} gas</span>
            </Fact>
          </>
        )}
        <Fact name="Max fee per blob gas">
          <GasPrice wei={transaction.maxFeePerBlobGas} />
        </Fact>
        {hashes.map((hash, index) => (
          <Fact key={hash} name={`Blob ${index}`}>
            <Hash value={hash} what={`versioned hash of blob ${index}`} />
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

/** Which contracts accounts have delegated to with this transaction. */
export function Authorizations({ transaction }: { readonly transaction: RpcTransaction }) {
  const shown = useSignal(20)
  const list = transaction.authorizationList
  if (list === undefined) return null
  return (
    <Section title="Authorizations" note={counted(list.length, 'authorization')}>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Delegates to</th>
              <th scope="col">Chain</th>
              <th scope="col">Nonce</th>
            </tr>
          </thead>
          <tbody>
            {list.slice(0, shown.value).map(({ address, chainId, nonce }, index) => (
              <tr key={index}>
                <td>{index}</td>
                <td>
                  <AddressLink address={address} isLong />
                </td>
                <td>{BigInt(chainId) === 0n ? 'any' : <Quantity value={chainId} />}</td>
                <td>
                  <Quantity value={nonce} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <More shown={shown} total={list.length} />
    </Section>
  )
}

export function AccessList({ transaction }: { readonly transaction: RpcTransaction }) {
  const shown = useSignal(20)
  const list = transaction.accessList ?? []
  if (list.length === 0) return null
  return (
    <Section title="Access list" note={counted(list.length, 'address', 'addresses')}>
      <ul class="values">
        {list.slice(0, shown.value).map(({ address, storageKeys }) => (
          <li key={address}>
            <AddressLink address={address} isLong />
            <ul class="values">
              {storageKeys.slice(0, 50).map((key) => (
                <li key={key} class="mono break">
                  {key}
                </li>
              ))}
              {storageKeys.length > 50 && <li>… {separated(storageKeys.length)} slots</li>}
            </ul>
          </li>
        ))}
      </ul>
      <More shown={shown} total={list.length} />
    </Section>
  )
}

export function Signature({ transaction }: { readonly transaction: RpcTransaction }) {
  const { r, s, v, yParity, chainId } = transaction
  if (r === undefined || s === undefined) return null
  return (
    <details class="card fold">
      <summary>Signature</summary>
      <dl class="facts">
        {chainId !== undefined && (
          <Fact name="Chain id">
            <Quantity value={chainId} />
          </Fact>
        )}
        <Fact name={yParity === undefined ? 'v' : 'y parity'}>
          <Quantity value={yParity ?? v} />
        </Fact>
        <Fact name="r">
          <Hash value={r} what="r" />
        </Fact>
        <Fact name="s">
          <Hash value={s} what="s" />
        </Fact>
      </dl>
    </details>
  )
}
