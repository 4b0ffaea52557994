"""From online to batch: samples whose risk is known exactly."""
