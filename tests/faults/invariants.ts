/** What does not hold of the database and the files of this run, one sentence each; nothing when all is well. */
export async function invariants(): Promise<string[]> {
  return []
}
