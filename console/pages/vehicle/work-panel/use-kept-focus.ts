import { useEffect, useRef, type FocusEvent, type FocusEventHandler, type RefObject } from "react";

interface KeptFocus<Target extends HTMLElement> {
  /** Where the focus goes when what had it is gone. */
  readonly target: RefObject<Target | null>;
  /** For the element around all that may go away. */
  readonly around: { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler };
}

/**
 * Hands the focus on when what had it goes away: a button whose step is done, a form that is closed. A browser leaves it
 * nowhere then, and the keyboard would begin at the top of the page. It goes by what is gone, not by what was pressed: the
 * answer to a command and what it changes on the page come in either order.
 */
export function useKeptFocus<Target extends HTMLElement>(): KeptFocus<Target> {
  const target = useRef<Target>(null);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (focused.current === null || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  });
  return {
    target,
    around: {
      onFocus: (event: FocusEvent) => {
        focused.current = event.target;
      },
      // React tells of no element that loses the focus by being taken away, so this is somebody going elsewhere of their
      // own accord; to another window, and they will be back.
      onBlur: (event: FocusEvent) => {
        if (document.activeElement !== event.target) focused.current = null;
      },
    },
  };
}
