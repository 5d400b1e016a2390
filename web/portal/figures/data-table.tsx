/** The numbers of a plot, as a table of their own. Long ones begin with a few rows. */
import { useState } from "preact/hooks";

interface DataTableProps {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Said on the button that shows the rest. */
  showAll: (count: number) => string;
}

const FIRST_ROWS = 6;
// A button for two more rows would take as much room as they do.
const MOST_WHOLE = 8;

export function DataTable({ caption, head, rows, showAll }: DataTableProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const isWhole = isUnfolded || rows.length <= MOST_WHOLE;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <div class="data-place">
      <table class="data">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(([name = "", ...cells]) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && (
        <button type="button" class="quiet small" onClick={() => setUnfolded(true)}>
          {showAll(rows.length)}
        </button>
      )}
    </div>
  );
}
