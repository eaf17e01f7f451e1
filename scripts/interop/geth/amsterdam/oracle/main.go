// Reads blockchain tests (Amsterdam), executes the first block of each with go-ethereum without checking the header,
// and prints what go-ethereum computes: receipts, block gas, requests, access list, header. Then runs the test as
// `evm blocktest` does, and prints its error.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/consensus/beacon"
	"github.com/ethereum/go-ethereum/consensus/ethash"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/types/bal"
	"github.com/ethereum/go-ethereum/core/vm"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rlp"
	"github.com/ethereum/go-ethereum/tests"
	"github.com/ethereum/go-ethereum/trie"
)

type header struct {
	GasLimit, Timestamp, BaseFeePerGas, SlotNumber, ExtraData, ExcessBlobGas, BlobGasUsed, MixHash, Coinbase string
	Hash                                                                                                     common.Hash
}
type test struct {
	Network string                        `json:"network"`
	Genesis header                        `json:"genesisBlockHeader"`
	Pre     types.GenesisAlloc            `json:"pre"`
	Blocks  []struct{ Rlp hexutil.Bytes } `json:"blocks"`
}
type outReceipt struct {
	Status, GasUsed, Cumulative uint64
	Logs                        []*types.Log
	Err                         string
}
type out struct {
	GasUsed  uint64
	Root     common.Hash
	Receipts []outReceipt
	Bloom    types.Bloom
	Requests []hexutil.Bytes
	Bal      hexutil.Bytes
	// Of the header with everything that is computed here.
	Hash  common.Hash
	Error string `json:",omitempty"`
	// What `evm blocktest` says.
	TestError string `json:",omitempty"`
}

func bigOf(s string) *big.Int {
	v, _ := new(big.Int).SetString(s, 0)
	if v == nil {
		v = new(big.Int)
	}
	return v
}
func u64(s string) uint64 { return bigOf(s).Uint64() }

func run(t test) (o out) {
	cfg := tests.Forks[t.Network]
	slot := u64(t.Genesis.SlotNumber)
	used, excess := u64(t.Genesis.BlobGasUsed), u64(t.Genesis.ExcessBlobGas)
	g := &core.Genesis{Config: cfg, Timestamp: u64(t.Genesis.Timestamp), GasLimit: u64(t.Genesis.GasLimit), Difficulty: new(big.Int), Alloc: t.Pre, BaseFee: bigOf(t.Genesis.BaseFeePerGas), BlobGasUsed: &used, ExcessBlobGas: &excess, SlotNumber: &slot, ExtraData: common.FromHex(t.Genesis.ExtraData), Mixhash: common.HexToHash(t.Genesis.MixHash), Coinbase: common.HexToAddress(t.Genesis.Coinbase)}
	db := rawdb.NewMemoryDatabase()
	opts := core.DefaultConfig().WithStateScheme(rawdb.HashScheme)
	chain, err := core.NewBlockChain(db, g, beacon.New(ethash.NewFaker()), opts)
	if err != nil {
		o.Error = err.Error()
		return
	}
	defer chain.Stop()
	if chain.Genesis().Hash() != t.Genesis.Hash {
		o.Error = fmt.Sprint("genesis is ", t.Genesis.Hash, ", geth ", chain.Genesis().Hash())
		return
	}
	var block types.Block
	if err := rlp.DecodeBytes(t.Blocks[0].Rlp, &block); err != nil {
		o.Error = err.Error()
		return
	}
	st, err := chain.StateAt(chain.Genesis().Root(), chain.Genesis().Number(), chain.Genesis().Time())
	if err != nil {
		o.Error = err.Error()
		return
	}
	ctx := context.Background()
	h := block.Header()
	list := bal.NewConstructionBlockAccessList()
	evm := vm.NewEVM(core.NewEVMBlockContext(h, chain, nil), st, cfg, vm.Config{})
	list.Merge(core.PreExecution(ctx, block.BeaconRoot(), chain.Genesis().Header(), cfg, evm, h.Number, h.Time))
	gp := core.NewGasPool(h.GasLimit)
	signer := types.MakeSigner(cfg, h.Number, h.Time)
	var logs []*types.Log
	var receipts types.Receipts
	for i, tx := range block.Transactions() {
		msg, err := core.TransactionToMessage(tx, signer, h.BaseFee)
		if err != nil {
			o.Error = fmt.Sprint("tx ", i, " ", err)
			return
		}
		st.SetTxContext(tx.Hash(), i, uint32(i+1))
		r, b, err := core.ApplyTransactionWithEVM(ctx, msg, gp, st, h.Number, block.Hash(), h.Time, tx, evm)
		if err != nil {
			o.Error = fmt.Sprint("tx ", i, " ", err)
			return
		}
		list.Merge(b)
		logs = append(logs, r.Logs...)
		receipts = append(receipts, r)
		o.Receipts = append(o.Receipts, outReceipt{Status: r.Status, GasUsed: r.GasUsed, Cumulative: r.CumulativeGasUsed, Logs: r.Logs})
	}
	reqs, b, err := core.PostExecution(ctx, cfg, h.Number, h.Time, logs, block.Withdrawals(), evm, uint32(len(block.Transactions())+1))
	if err != nil {
		o.Error = err.Error()
		return
	}
	list.Merge(b)
	for _, r := range reqs {
		o.Requests = append(o.Requests, r)
	}
	o.GasUsed = gp.Used()
	o.Root = st.IntermediateRoot(cfg.Rules(h.Number, true, h.Time))
	var buf bytes.Buffer
	list.ToEncodingObj().EncodeRLP(&buf)
	o.Bal = buf.Bytes()
	o.Bloom = types.MergeBloom(receipts)
	requestsHash, listHash := types.CalcRequestsHash(reqs), crypto.Keccak256Hash(o.Bal)
	h.GasUsed, h.Root, h.Bloom = o.GasUsed, o.Root, o.Bloom
	h.ReceiptHash = types.DeriveSha(receipts, trie.NewStackTrie(nil))
	h.TxHash = types.DeriveSha(block.Transactions(), trie.NewStackTrie(nil))
	h.RequestsHash, h.BlockAccessListHash = &requestsHash, &listHash
	o.Hash = h.Hash()
	return
}

// Runs a test with the code of `evm blocktest`.
func runTest(src json.RawMessage) string {
	var t tests.BlockTest
	err := json.Unmarshal(src, &t)
	if err == nil {
		err = t.Run(false, rawdb.PathScheme, false, nil, nil)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

func main() {
	var in map[string]json.RawMessage
	src, _ := os.ReadFile(os.Args[1])
	if err := json.Unmarshal(src, &in); err != nil {
		panic(err)
	}
	res := map[string]out{}
	for n, each := range in {
		var t test
		if err := json.Unmarshal(each, &t); err != nil {
			panic(err)
		}
		o := run(t)
		o.TestError = runTest(each)
		res[n] = o
	}
	json.NewEncoder(os.Stdout).Encode(res)
}
