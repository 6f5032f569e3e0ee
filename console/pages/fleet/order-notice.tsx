import type { ReactElement } from "react";
import { useKeysOn } from "../../frame/keys.ts";
import { sortAnew } from "./steady-order.ts";

interface OrderNoticeProps {
  readonly isHeldBack: boolean;
  readonly newCount: number;
}

/** Above a list whose latest order is another than the one that is shown. */
export function OrderNotice({ isHeldBack, newCount }: OrderNoticeProps): ReactElement | null {
  const areKeysOn = useKeysOn();
  if (!isHeldBack) return null;
  return (
    <>
      {newCount === 0 ? "The order has changed." : `${newCount} new.`}{" "}
      <button type="button" className="link-button" onClick={sortAnew}>
        Sort again
      </button>
      {areKeysOn && (
        <>
          {" "}
          (<kbd>r</kbd>)
        </>
      )}
    </>
  );
}
