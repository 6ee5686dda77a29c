// Scanner and camera: the scan box keeps the focus, and a phone's camera types the codes that it reads into
// it.
const form = document.querySelector("form.scan");
const box = form?.querySelector("input[type=text]");

// A scanner types wherever the focus is: letters that belong to no field go to the scan box.
document.addEventListener("keydown", (event) => {
  const isOnControl = event.target.closest("input, select, textarea, button, a, summary, dialog");
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (box && !isOnControl && isLetter) box.focus();
});

const button = form?.querySelector("[data-camera]");
const SCAN_MILLISECONDS = 150;
const formats = ["code_128", "ean_13", "ean_8", "qr_code", "upc_a"];
if (button && "BarcodeDetector" in window && navigator.mediaDevices) {
  button.hidden = false;
  button.addEventListener("click", () => (form.querySelector("video") ? stopCamera() : startCamera()));
}

function stopCamera() {
  const video = form.querySelector("video");
  for (const track of video?.srcObject?.getTracks() ?? []) track.stop();
  video?.remove();
}

async function startCamera() {
  let stream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  } catch {
    button.disabled = true;
    return;
  }
  const settings = { srcObject: stream, muted: true, playsInline: true };
  const video = Object.assign(document.createElement("video"), settings);
  form.append(video);
  await video.play();
  const detector = new BarcodeDetector({ formats });
  while (video.isConnected) {
    const [barcode] = await detector.detect(video).catch(() => []);
    if (barcode) {
      box.value = barcode.rawValue;
      stopCamera();
      form.requestSubmit();
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, SCAN_MILLISECONDS));
  }
}

// A part of the page that the worker is still filling is loaded again; what somebody fills in beside it
// stays.
async function refreshPart(part) {
  await new Promise((resolve) => setTimeout(resolve, Number(part.dataset.refresh)));
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return refreshPart(part);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const newPart = page.getElementById(part.id);
  if (!newPart) return location.reload();
  part.replaceWith(newPart);
  if (newPart.dataset.refresh) refreshPart(newPart);
}
document.querySelectorAll("[data-refresh]").forEach(refreshPart);
