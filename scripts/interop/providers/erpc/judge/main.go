// Judges answers as eRPC does, with its own code: what it makes of an error, and which of its integrity checks reject a
// result. Reads a JSON array of cases from stdin, and prints a JSON array of verdicts.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/erpc/erpc/architecture/evm/integrity"
	"github.com/erpc/erpc/common"

	"judge/normalizer"
)

// One answer of a node, and for a result what a trusted node says of its block.
type answer struct {
	Method   string              `json:"method"`
	Params   []any               `json:"params"`
	Status   int                 `json:"status"`
	Headers  map[string]string   `json:"headers"`
	Body     string              `json:"body"`
	Header   *integrity.Header   `json:"header"`
	Receipts []integrity.Receipt `json:"receipts"`
}

type verdict struct {
	// the code of the error, without `ErrEndpoint`; empty for a result
	Code string `json:"code"`
	// the ids of the checks that reject the result
	Checks []string `json:"checks"`
}

// truth is the trusted node: all its blocks are final.
type truth struct{ answer }

func (t truth) IsFinalized(context.Context, int64) (bool, bool) { return true, true }

func (t truth) CanonicalReceipts(context.Context, string) ([]integrity.Receipt, bool) {
	return t.Receipts, t.Receipts != nil
}

func (t truth) CanonicalHeader(context.Context, string) (*integrity.Header, bool) {
	return t.Header, t.Header != nil
}

// CachedReceipts is what eRPC has cached of the block.
func (t truth) CachedReceipts(hash string) ([]integrity.Receipt, bool) {
	if t.Header == nil || !strings.EqualFold(t.Header.Hash, hash) {
		return nil, false
	}
	return t.Receipts, t.Receipts != nil
}

func (t truth) HashAt(number int64) (string, bool) {
	if t.Header == nil {
		return "", false
	}
	known, err := common.HexToInt64(t.Header.Number)
	if err == nil && known == number {
		return t.Header.Hash, true
	}
	if err == nil && known == number+1 {
		return t.Header.ParentHash, true
	}
	return "", false
}

func main() {
	var cases []answer
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	verdicts := make([]verdict, 0, len(cases))
	for _, each := range cases {
		verdicts = append(verdicts, judge(each))
	}
	if err := json.NewEncoder(os.Stdout).Encode(verdicts); err != nil {
		panic(err)
	}
}

func judge(given answer) verdict {
	ctx := context.Background()
	body, _ := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": 1, "method": given.Method, "params": given.Params,
	})
	request := common.NewNormalizedRequest(body)
	parsed := &common.JsonRpcResponse{}
	unread := parsed.ParseFromStream([]context.Context{ctx}, strings.NewReader(given.Body), len(given.Body))
	response := common.NewNormalizedResponse().WithRequest(request).WithJsonRpcResponse(parsed)
	headers := http.Header{}
	for name, value := range given.Headers {
		headers.Set(name, value)
	}
	raw := &http.Response{StatusCode: given.Status, Header: headers}
	if unread != nil && given.Status < 300 {
		return verdict{Code: "unread", Checks: []string{}}
	}
	if err := evm.ExtractJsonRpcError(raw, response, parsed, nil); err != nil {
		return verdict{Code: strings.TrimPrefix(codeOf(err), "ErrEndpoint"), Checks: []string{}}
	}
	return verdict{Checks: rejectedBy(ctx, given, response)}
}

func codeOf(err error) string {
	if standard, ok := err.(common.StandardError); ok {
		return string(standard.Base().Code)
	}
	return err.Error()
}

// Each check by itself, because eRPC stops at the first that rejects.
func rejectedBy(ctx context.Context, given answer, response *common.NormalizedResponse) []string {
	rejected := []string{}
	for id := range integrity.CheckSetForLevel(integrity.LevelAuthoritative) {
		checks := integrity.CheckSet{}
		checks.Enable(id, nil)
		result := integrity.Validate(ctx, integrity.Input{
			Method:   given.Method,
			Params:   given.Params,
			Response: response,
			Checks:   checks,
			Resolver: truth{given},
			History:  truth{given},
			Reorg:    integrity.DefaultReorgPolicy(),
		})
		if result.Err != nil {
			rejected = append(rejected, id)
		}
	}
	slices.Sort(rejected)
	return rejected
}
