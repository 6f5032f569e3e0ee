import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
  type RefCallback,
} from "react";

/** Shorter lists stand whole: they are searched by the browser and printed. */
const leastRows = 200;
/** Rows beyond the window that are there, for who goes on by keys. */
const beyond = 20;

interface VirtualRowsProps<Item> {
  readonly items: readonly Item[];
  /** About the height of a row; each is measured once it is there. */
  readonly rowPx: number;
  readonly columns: number;
  /** Spread `place` over the `tr` of the item. */
  readonly row: (item: Item, place: RowPlace) => ReactElement;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Where a row stands in the whole table, for who does not see the rest of it. */
export interface RowPlace {
  readonly ref?: RefCallback<HTMLTableRowElement>;
  readonly "data-index"?: number;
  readonly "aria-rowindex"?: number;
}

/** A table's rows, of a long list only those in the window and some around it: a page with 10,000 costs as one with 60. */
export function VirtualRows<Item>(props: VirtualRowsProps<Item>): ReactNode {
  const { items, row, body } = props;
  return items.length < leastRows ? (
    <tbody {...body}>{items.map((item) => row(item, {}))}</tbody>
  ) : (
    <RowsInWindow {...props} />
  );
}

function RowsInWindow<Item>({ items, rowPx, columns, row, body }: VirtualRowsProps<Item>): ReactElement {
  const place = useRef<HTMLTableSectionElement>(null);
  const [topPx, setTopPx] = useState(0);
  // What stands above the table may come and go with any drawing of the page.
  useLayoutEffect(() => {
    const { top } = place.current!.getBoundingClientRect();
    setTopPx(Math.round(top + window.scrollY));
  });
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowPx,
    overscan: beyond,
    scrollMargin: topPx,
  });
  const shown = rows.getVirtualItems();
  const abovePx = (shown.at(0)?.start ?? topPx) - topPx;
  const belowPx = rows.getTotalSize() - ((shown.at(-1)?.end ?? topPx) - topPx);
  return (
    <tbody ref={place} {...body}>
      <Gap px={abovePx} columns={columns} />
      {shown.map(({ index }) =>
        row(items[index]!, {
          ref: rows.measureElement,
          "data-index": index,
          // The head is the first.
          "aria-rowindex": index + 2,
        }),
      )}
      <Gap px={belowPx} columns={columns} />
    </tbody>
  );
}

function Gap({ px, columns }: { readonly px: number; readonly columns: number }): ReactElement | null {
  if (px <= 0) return null;
  return (
    <tr aria-hidden="true" className="row-gap">
      <td colSpan={columns} style={{ height: px }} />
    </tr>
  );
}

/** Of the table around them. */
export function rowCount(items: readonly unknown[]): { readonly "aria-rowcount"?: number } {
  return items.length < leastRows ? {} : { "aria-rowcount": items.length + 1 };
}
