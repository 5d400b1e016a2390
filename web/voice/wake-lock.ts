/** Keeps the screen on while a conversation is open and visible, where the browser can. */
import { useEffect } from "preact/hooks";

export function useWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const take = async () => {
      if (document.hidden || isOver || (lock !== null && !lock.released)) return;
      // A battery saver may refuse; then the screen goes dark as usual.
      const taken = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
      if (isOver || document.hidden) void taken?.release();
      else lock = taken;
    };
    const follow = () => {
      if (document.hidden) void release();
      else void take();
    };
    const release = async () => {
      const held = lock;
      lock = null;
      await held?.release();
    };
    document.addEventListener("visibilitychange", follow);
    void take();
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", follow);
      void release();
    };
  }, []);
}
