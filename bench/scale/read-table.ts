import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A line of `costs.csv` or `assumptions.csv`. Empty cells are missing. */
export type TableRow = Partial<Record<string, string>> & { name: string }

/** Reads a table in this folder. No cell contains a comma, so that each line can be changed on its own. */
export function readTable(file: string): Map<string, TableRow> {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
  const columns = head!.split(',')
  const rows = new Map<string, TableRow>()
  for (const line of lines) {
    const cells = line.split(',')
    if (cells.length !== columns.length) throw new Error(`${file}: wrong number of cells: ${line}`)
    const row = Object.fromEntries(
      columns.map((column, at) => [column, cells[at]!]).filter(([, cell]) => cell),
    )
    if (!row.name) throw new Error(`${file}: no name: ${line}`)
    if (rows.has(row.name)) throw new Error(`${file}: ${row.name} occurs twice`)
    rows.set(row.name, row as TableRow)
  }
  return rows
}

/** Returns a function that looks up a number in a table, and throws an error if it is missing. */
export function numbersOf(rows: Map<string, TableRow>, column = 'value'): (name: string) => number {
  return (name) => {
    const row = rows.get(name)
    const value = Number(row?.[column] ?? row?.['value'] ?? NaN)
    if (!Number.isFinite(value)) throw new Error(`there is no number for ${name}`)
    return value
  }
}

/** The source of the costs that `npm run bench:scale -- --measure` writes. */
export const measuredBy = 'bench:scale -- --measure'

/** Changes the values of rows that exist already, and their source and date. */
export function updateTable(file: string, values: Map<string, number>, date: string): void {
  const path = join(import.meta.dirname, file)
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = head!.split(',')
  const missing = new Set(values.keys())
  const changed = lines.map((line) => {
    const cells = line.split(',')
    const value = values.get(cells[0]!)
    if (value === undefined) return line
    missing.delete(cells[0]!)
    const now: Partial<Record<string, string>> = {
      value: String(Number(value.toPrecision(3))),
      source: measuredBy,
      date,
    }
    return columns.map((column, at) => now[column] ?? cells[at]!).join(',')
  })
  if (missing.size > 0) throw new Error(`${file} has no rows for ${[...missing].join(', ')}`)
  writeFileSync(path, `${[head, ...changed].join('\n')}\n`)
}
