/** A list of the totals for a period, each with its name. */
export function MetricList({ figures }: { figures: (readonly [name: string, value: string])[] }) {
  return (
    <dl className="analytics-figures">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
