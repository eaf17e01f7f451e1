//! Reads a whole chain with alloy: read HTTP_URL WS_URL HEAD HEADS_TO_COME.
//! It prints a line when it has subscribed, and one when it has read everything.

use alloy::consensus::proofs::{
    calculate_ommers_root, calculate_receipt_root, calculate_transaction_root,
};
use alloy::providers::{Provider, ProviderBuilder, WsConnect};
use alloy::rpc::types::{Block, BlockId, BlockNumberOrTag, Filter, TransactionReceipt};
use serde_json::json;
use std::collections::BTreeMap;
use std::error::Error;

type Failure = Box<dyn Error>;

fn require(is_so: bool, problem: &str) -> Result<(), Failure> {
    if is_so {
        Ok(())
    } else {
        Err(problem.into())
    }
}

struct Read {
    block: Block,
    receipts: Vec<TransactionReceipt>,
    uncles: usize,
}

/// Reads a block with its receipts, and checks its contents against its hash.
async fn read_block(provider: &impl Provider, number: u64) -> Result<Read, Failure> {
    let at = BlockNumberOrTag::from(number);
    let block = provider
        .get_block_by_number(at)
        .full()
        .await?
        .ok_or("no block")?;
    let receipts = provider
        .get_block_receipts(at.into())
        .await?
        .ok_or("no receipts")?;
    require(block.header.number == number, "another block was answered")?;
    require(
        block.header.inner.hash_slow() == block.header.hash,
        "its hash does not follow from its header",
    )?;
    let transactions: Vec<_> = block
        .transactions
        .txns()
        .map(|each| each.inner.inner().clone())
        .collect();
    let root = calculate_transaction_root(&transactions);
    require(
        root == block.header.transactions_root,
        "transactionsRoot does not follow from the transactions",
    )?;
    let envelopes: Vec<_> = receipts
        .iter()
        .map(|each| each.clone().into_primitives_receipt().inner)
        .collect();
    let root = calculate_receipt_root(&envelopes);
    require(
        root == block.header.receipts_root,
        "receiptsRoot does not follow from the receipts",
    )?;
    let mut uncles = Vec::new();
    for index in 0..block.uncles.len() {
        let uncle = provider
            .get_uncle(at.into(), index as u64)
            .await?
            .ok_or("no uncle")?;
        uncles.push(uncle.header.inner);
    }
    let root = calculate_ommers_root(&uncles);
    require(
        root == block.header.ommers_hash,
        "sha3Uncles does not follow from the uncles",
    )?;
    require(
        receipts.len() == transactions.len(),
        "there are not as many receipts as transactions",
    )?;
    for (receipt, transaction) in receipts.iter().zip(&transactions) {
        require(
            receipt.transaction_hash == *transaction.tx_hash(),
            "a receipt is of another transaction",
        )?;
    }
    Ok(Read {
        block,
        receipts,
        uncles: uncles.len(),
    })
}

/// Subscribes and waits for a number of heads, each of which must be the child of the one before.
async fn read_heads(url: &str, count: usize) -> Result<usize, Failure> {
    let provider = ProviderBuilder::new()
        .connect_ws(WsConnect::new(url))
        .await?;
    let mut heads = provider.subscribe_blocks().channel_size(64).await?;
    println!("{}", json!({ "event": "subscribed" }));
    let mut last = None;
    for _ in 0..count {
        let head = heads.recv().await?;
        require(
            head.inner.hash_slow() == head.hash,
            "the hash of a head does not follow from its header",
        )?;
        require(
            last.is_none_or(|hash| hash == head.parent_hash),
            "a head is not the child of the one before",
        )?;
        last = Some(head.hash);
    }
    Ok(count)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().collect();
    let (head, heads_to_come): (u64, usize) = (args[3].parse()?, args[4].parse()?);
    let provider = ProviderBuilder::new().connect_http(args[1].parse()?);
    let mut failures: BTreeMap<String, usize> = BTreeMap::new();
    let (mut blocks, mut transactions, mut uncles, mut log_count) = (0, 0, 0, 0);
    for number in 0..=head {
        match read_block(&provider, number).await {
            Ok(read) => {
                blocks += 1;
                transactions += read.block.transactions.len();
                uncles += read.uncles;
                log_count += read
                    .receipts
                    .iter()
                    .map(|each| each.logs().len())
                    .sum::<usize>();
            }
            Err(error) => *failures.entry(first_words(&*error)).or_default() += 1,
        }
    }
    let logs = match provider
        .get_logs(&Filter::new().from_block(0).to_block(head))
        .await
    {
        Ok(logs) => logs.len() == log_count,
        Err(error) => {
            *failures.entry(first_words(&error)).or_default() += 1;
            false
        }
    };
    let pending = match provider.get_block(BlockId::pending()).full().await {
        Ok(block) => block.is_some_and(|block| block.header.number == head + 1),
        Err(error) => {
            *failures.entry(first_words(&error)).or_default() += 1;
            false
        }
    };
    let heads = match read_heads(&args[2], heads_to_come).await {
        Ok(heads) => heads,
        Err(error) => {
            *failures.entry(first_words(&*error)).or_default() += 1;
            0
        }
    };
    println!(
        "{}",
        json!({
            "event": "read", "blocks": blocks, "transactions": transactions, "uncles": uncles,
            "logs": logs, "pending": pending, "heads": heads, "failures": failures,
        })
    );
    Ok(())
}

/// Alloy's error for an unreadable response, without the response and the location in it.
fn first_words(error: &dyn Error) -> String {
    let text = error.to_string();
    let line = text.lines().next().unwrap_or_default();
    line.split(" at line ")
        .next()
        .unwrap_or_default()
        .chars()
        .take(120)
        .collect()
}
